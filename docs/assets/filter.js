// A field above each long table: the rows that hold all of the words typed there stay.
const LONG = 20

for (const table of document.querySelectorAll(".md-typeset table")) {
  const rows = [...table.tBodies[0].rows]
  if (rows.length < LONG) continue
  const texts = rows.map(row => row.textContent.toLowerCase())
  const field = document.createElement("input")
  const count = document.createElement("output")
  const bar = document.createElement("p")
  field.type = "search"
  field.placeholder = field.ariaLabel = "Filter this table"
  bar.className = "filter"
  bar.append(field, count)
  table.before(bar)
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/)
    rows.forEach((row, n) => { row.hidden = !words.every(word => texts[n].includes(word)) })
    count.textContent = field.value.trim() && `${rows.filter(row => !row.hidden).length} of ${rows.length}`
  })
}
