/** The container of antd's lists and calendars: beside their control, within the page's landmarks. */
export const beside = (control: HTMLElement) => control.parentElement ?? document.body
