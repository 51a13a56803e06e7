import { translate } from '#admin/format/translate.ts'

/** The size of what will come: tabs, the bar and a row of cards. */
export function Skeleton() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <div aria-hidden="true">
        <div className="tab-list dash-tabs">
          <span className="crud-bone" />
          <span className="crud-bone" />
        </div>
        <div className="dash-bar">
          <span className="crud-bone dash-bone-title" />
        </div>
        <div className="dash-frame">
          <ul className="dash-grid">
            {[1, 2, 3, 4].map((number) => (
              <li key={number} className="dash-card">
                <span className="crud-bone" />
                <span className="crud-bone" />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}
