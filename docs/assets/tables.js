// Tables: paths and names break where their parts end, and above a long table a field filters its rows.
const MANY_ROWS = 20
const MANY_LETTERS = 40

for (const cell of document.querySelectorAll(".md-typeset td")) {
  cell.classList.toggle("prose", cell.textContent.length > MANY_LETTERS)
}
for (const code of document.querySelectorAll(".md-typeset td code")) {
  code.innerHTML = code.innerHTML.replace(/[/_](?=\w)/g, "$&<wbr>")
}
for (const table of document.querySelectorAll(".md-typeset table")) {
  const rows = [...table.tBodies[0].rows]
  if (rows.length >= MANY_ROWS) addFilter(table, rows)
}

// The rows that hold all of the words in the field stay.
function addFilter(table, rows) {
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
