import { brand } from '#brand'
import { content } from './content.ts'

/** Title, description, sharing and icons. Nothing absolute: that needs PUBLIC_URL, known at run time. */
export function Head({ font }: { font: string }) {
  const { title, description } = content.meta
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#e4f1ee" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#07110f" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
    </>
  )
}
