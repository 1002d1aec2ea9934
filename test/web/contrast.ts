/** Text that is hard to read, by the contrast ratio of WCAG 2. */
import type { Page } from 'playwright-core'

export interface Faint {
  readonly text: string
  readonly ratio: number
}

/** All texts whose contrast with what is behind them is below 4.5 (3 for large ones). */
export function faintTexts(page: Page): Promise<Faint[]> {
  return page.evaluate(`(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const rgba = (color) => {
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
    }
    const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a))
    const behind = (element) => {
      if (element === null) return [1, 1, 1]
      return over(rgba(getComputedStyle(element).backgroundColor), behind(element.parentElement))
    }
    const light = (rgb) => {
      const [r, g, b] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const faint = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node; (node = walker.nextNode()); ) {
      const element = node.parentElement
      if (node.data.trim() === '' || element.closest('script, style, noscript') !== null) continue
      const style = getComputedStyle(element)
      const back = behind(element)
      const [a, b] = [light(over(rgba(style.color), back)), light(back)].sort((x, y) => y - x)
      const ratio = (a + 0.05) / (b + 0.05)
      const size = parseFloat(style.fontSize)
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      if (ratio < (large ? 3 : 4.5)) faint.push({ text: node.data.slice(0, 40), ratio })
    }
    return faint
  })()`)
}
