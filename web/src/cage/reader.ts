/** Reads a QR code from a camera's picture: by the browser's own detector, or in script where it has none. */

export type Reader = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const FORMAT = 'qr_code';
/** Enough for a code that fills a third of the picture, and quick to look through. */
const WIDTH_MAX = 640;

export async function findReader(): Promise<Reader> {
  const Known = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = (await Known?.getSupportedFormats().catch(() => [])) ?? [];
  return Known !== undefined && formats.includes(FORMAT)
    ? byBrowser(new Known({ formats: [FORMAT] }))
    : byScript();
}

function byBrowser(detector: Detector): Reader {
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** Fetched only here: many a desk's browser has no detector, and no terminal needs one. */
async function byScript(): Promise<Reader> {
  const { default: read } = await import('jsqr');
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return (video) => {
    if (context === null || video.videoWidth === 0) return Promise.resolve(null);
    const scale = Math.min(1, WIDTH_MAX / video.videoWidth);
    const width = Math.round(video.videoWidth * scale);
    const height = Math.round(video.videoHeight * scale);
    [context.canvas.width, context.canvas.height] = [width, height];
    context.drawImage(video, 0, 0, width, height);
    const picture = context.getImageData(0, 0, width, height);
    return Promise.resolve(read(picture.data, width, height)?.data ?? null);
  };
}
