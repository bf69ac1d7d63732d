package import Foundation

extension MediaWorkerClient {
    /// The largest JPEG that is decoded this way, in bytes.
    private static let mostPlainBytes = 1 << 20
    /// The longest side of such a picture, in pixels.
    private static let longestPlainSide = 4_096

    /// Returns the pixels of a JPEG whose size is known, if they need no other step.
    ///
    /// This is the shortest way to the pixels of a library's own preview. The bytes are in the memory that the worker
    /// has already, so that no file has to be made, sent and mapped, and nobody reads the header twice. Safe on any
    /// thread, and on several at once. The call blocks while the worker decodes.
    ///
    /// - Parameters:
    ///   - jpeg: The bytes of the file.
    ///   - size: The size of the picture.
    /// - Returns: The picture; nil if the file is damaged, too large, has another size, or needs other steps.
    /// - Throws: `MediaWorkerError` if the worker is at fault.
    package func plainPixels(ofJPEG jpeg: Data, _ size: PixelSize) throws -> Picture? {
        let sides = 1...Self.longestPlainSide
        let (width, height) = (size.width, size.height)
        guard sides.contains(width), sides.contains(height),
            (1...Self.mostPlainBytes).contains(jpeg.count)
        else { return nil }
        let count = width * height * 4
        let pixels = PicturePlan.Region(pixels: width * height, offset: 0, capacity: count)
        let file = PicturePlan.Region(
            pixels: 0,
            offset: (count + 4_095) & ~4_095,
            capacity: jpeg.count
        )
        let exact = PictureRendition.Size.exactly(width: width, height: height)
        let message = try WorkerCoding.encode(
            WorkerRequest(
                .decodePlain,
                picture: PictureRequest(renditions: [PictureRendition(exact, .pixels)]),
                regions: [pixels, file]
            )
        )
        func exchange(_ process: WorkerProcess) throws(MediaWorkerError) -> (WorkerReply, Data?) {
            try process.exchange(
                message,
                jpeg: jpeg,
                regions: (pixels, file),
                deadline: plainDeadline,
                meanwhile: decoders.startSpare
            )
        }
        let (reply, bytes) = try decoders.withProcess(perform: exchange) { _ in true }
        try checkReply(reply)
        return bytes.map { Picture(width: width, height: height, format: .pixels, bytes: $0) }
    }

    private var plainDeadline: WorkerDeadline { WorkerDeadline.ordinary.limited(to: timeout) }
}
