import { useState } from 'preact/hooks'

/** A command to paste into a terminal. */
export function Command({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(() => setCopied(true))
  }
  return (
    <div class="command">
      <span>{label}:</span>
      <code>{text}</code>
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      )}
    </div>
  )
}
