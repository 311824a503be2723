// The search runs in a Worker, which browsers refuse to a page that was opened from a file: a hidden frame is one there.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      this.inner = frame.contentWindow
      this.inner.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      this.ready = new Promise(resolve => {
        const script = this.inner.document.createElement("script")
        script.src = new URL(address, location)
        script.onload = resolve
        this.inner.document.head.append(script)
      })
    }

    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
}
