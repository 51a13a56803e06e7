import { brand } from '#brand'
import { ORIGIN_MARK } from '#contract/pages.ts'
import { content } from './content.ts'

interface HeadProps {
  title: string
  /** Without one, the page is excluded from search engines and has no share preview. */
  description?: string
  /** The address of the font file. */
  font: string
}

/** Title, description, sharing and icons: all that needs no absolute address. */
export function Head({ title, description, font }: HeadProps) {
  return (
    <>
      <title>{title}</title>
      {description ? (
        <>
          <meta name="description" content={description} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={brand.name} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#e4f1ee" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#07110f" />
      <link rel="icon" href="/favicon.ico" sizes="16x16 32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
    </>
  )
}

/** Canonical address of a page other than the landing page. */
export function OwnAddress({ path }: { path: string }) {
  return <link rel="canonical" href={`${ORIGIN_MARK}${path}`} />
}

/** Tags with the site's own address. The landing page is canonical at the root, whichever path served it. */
export function SharedHead() {
  const image = `${ORIGIN_MARK}/share.png`
  return (
    <>
      <link rel="canonical" href={`${ORIGIN_MARK}/`} />
      <meta property="og:url" content={`${ORIGIN_MARK}/`} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={content.meta.shareImage} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
