import CVips
import Foundation
import PhotosMedia

/// Decodes the merged picture of a Photoshop document, which shows all of its layers on white.
enum PhotoshopPicture {
    static func decode(_ file: MappedFile) throws(MediaFileError) -> PixelImage {
        var reader = BoundedReader(file)
        let document = try PhotoshopDocument(from: &reader)
        guard document.hasPicture else { return try thumbnail(document, file) }
        let bands = try bands(document)
        let samples = try PhotoshopSamples(document, bands: bands, file)
        var image = try PixelImage(
            photos_vips_pixels(
                samples.start,
                samples.byteCount,
                Int32(document.width),
                Int32(document.height),
                Int32(samples.bands)
            ),
            source: samples
        )
        if document.mode == .inks { image = try image.then(photos_vips_inks) }
        if document.mode == .lab { return try image.then(photos_vips_lab) }
        guard document.depth < 32, document.mode != .indexed,
            let profile = document.resources[PhotoshopDocument.Resource.profile.rawValue],
            !profile.isEmpty
        else { return image }
        let bytes = file.bytes[Int(profile.lowerBound)..<Int(profile.upperBound)]
        return try image.then {
            photos_vips_with_profile(
                $0,
                UnsafeRawBufferPointer(rebasing: bytes).baseAddress,
                bytes.count
            )
        }
    }

    /// Returns the number of colour channels.
    ///
    /// Other channels are selections or transparency.
    private static func bands(_ document: PhotoshopDocument) throws(MediaFileError) -> Int {
        let count =
            switch document.mode {
            case .bitmap where document.depth == 1: 1
            case .grey, .duotone: 1
            case .indexed where document.depth == 8: 1
            case .color, .lab: 3
            case .inks: 4
            default: 0
            }
        let depths = document.mode == .bitmap ? [1] : [8, 16, 32]
        guard count > 0, depths.contains(document.depth),
            document.mode != .lab || document.depth < 32
        else {
            throw MediaFileError(.noDecoder, "a Photoshop document in an unusual mode of colours")
        }
        guard document.channels >= count else {
            throw MediaFileError(.damaged, "a Photoshop document with too few channels")
        }
        return count
    }

    /// Decodes the thumbnail of a document that was saved without a merged picture.
    private static func thumbnail(
        _ document: PhotoshopDocument,
        _ file: MappedFile
    ) throws(MediaFileError) -> PixelImage {
        // The size and format of the thumbnail precede the JPEG.
        guard let range = document.resources[PhotoshopDocument.Resource.thumbnail.rawValue],
            range.count > 28
        else {
            throw MediaFileError(
                .noDecoder,
                "a Photoshop document with layers alone, saved without the picture for other programs"
            )
        }
        let bytes = file.bytes[Int(range.lowerBound) + 28..<Int(range.upperBound)]
        let one = PixelSize(width: 1, height: 1)
        return try PictureDecoding.jpeg(
            UnsafeRawBufferPointer(rebasing: bytes),
            one,
            1,
            source: file
        )
    }
}

/// The samples of a merged picture as bytes, pixel by pixel.
private final class PhotoshopSamples {
    let start: UnsafeMutablePointer<UInt8>
    let byteCount: Int
    let bands: Int

    private let document: PhotoshopDocument
    private let file: MappedFile

    init(
        _ document: PhotoshopDocument,
        bands stored: Int,
        _ file: MappedFile
    ) throws(MediaFileError) {
        self.document = document
        self.file = file
        bands = document.mode == .indexed ? 3 : stored
        let (pixels, isTooMany) = document.width.multipliedReportingOverflow(by: document.height)
        guard !isTooMany, pixels <= PicturePlan.maximumPixels else {
            throw MediaFileError(.tooLarge, "more pixels than can be decoded")
        }
        let rows = try Self.rows(document, bands: stored, file)
        byteCount = pixels * bands
        guard let memory = malloc(byteCount) else {
            throw MediaFileError(.memory, "the merged picture of a Photoshop document")
        }
        start = memory.bindMemory(to: UInt8.self, capacity: byteCount)
        let table = try colors()
        var row = [UInt8](repeating: 0, count: document.rowCount)
        for (index, range) in rows.enumerated() {
            Self.unpack(file.bytes, range, isPacked: rows.isPacked, into: &row)
            write(row, channel: index / document.height, line: index % document.height, table)
        }
    }

    deinit { free(start) }

    /// The range of each row of each colour channel.
    private struct Rows: Sequence {
        var isPacked: Bool
        var ranges: [Range<Int>]

        func makeIterator() -> IndexingIterator<[Range<Int>]> { ranges.makeIterator() }
    }

    private static func rows(
        _ document: PhotoshopDocument,
        bands: Int,
        _ file: MappedFile
    ) throws(MediaFileError) -> Rows {
        func cutOff(_ end: Int64?) -> MediaFileError {
            MediaFileError(.damaged, FileEnd.cutOff(at: file.byteCount, of: end))
        }
        let bytes = file.bytes
        guard document.picture + 2 <= file.byteCount else { throw cutOff(document.picture + 2) }
        var offset = Int(document.picture) + 2
        let form = Int(bytes[offset - 2]) << 8 | Int(bytes[offset - 1])
        let (height, length) = (document.height, document.rowCount)
        switch form {
        case 0:
            guard document.plainCount <= file.byteCount - Int64(offset) else { throw cutOff(nil) }
            let ranges = (0..<height * bands).map { index in
                offset + index * length..<offset + (index + 1) * length
            }
            return Rows(isPacked: false, ranges: ranges)
        case 1:
            let size = document.isLarge ? 4 : 2
            let count = height * document.channels
            guard count <= (bytes.count - offset) / size else { throw cutOff(nil) }
            var ranges: [Range<Int>] = []
            ranges.reserveCapacity(height * bands)
            var begin = offset + count * size
            for _ in 0..<height * bands {
                var packed = 0
                for _ in 0..<size {
                    packed = packed << 8 | Int(bytes[offset])
                    offset += 1
                }
                guard packed <= bytes.count - begin else { throw cutOff(Int64(begin + packed)) }
                ranges.append(begin..<begin + packed)
                begin += packed
            }
            return Rows(isPacked: true, ranges: ranges)
        default:
            throw MediaFileError(
                .noDecoder,
                "a Photoshop document whose picture is compressed by ZIP"
            )
        }
    }

    /// Fills a row from its bytes.
    ///
    /// If there are too few bytes, the rest of the row is unchanged.
    private static func unpack(
        _ bytes: UnsafeRawBufferPointer,
        _ range: Range<Int>,
        isPacked: Bool,
        into row: inout [UInt8]
    ) {
        row.withUnsafeMutableBufferPointer { row in
            guard isPacked else {
                for index in 0..<Swift.min(row.count, range.count) {
                    row[index] = bytes[range.lowerBound + index]
                }
                return
            }
            var (offset, filled) = (range.lowerBound, 0)
            while offset < range.upperBound, filled < row.count {
                let head = Int(Int8(bitPattern: bytes[offset]))
                offset += 1
                if head >= 0 {
                    let count = Swift.min(
                        head + 1,
                        Swift.min(range.upperBound - offset, row.count - filled)
                    )
                    for index in 0..<count { row[filled + index] = bytes[offset + index] }
                    offset += count
                    filled += count
                } else if head > -128, offset < range.upperBound {
                    let count = Swift.min(1 - head, row.count - filled)
                    for index in 0..<count { row[filled + index] = bytes[offset] }
                    offset += 1
                    filled += count
                }
            }
        }
    }

    /// Returns the colour table: all reds, all greens, all blues.
    private func colors() throws(MediaFileError) -> UnsafeRawBufferPointer? {
        guard document.mode == .indexed else { return nil }
        guard document.colors.count == 768, document.colors.upperBound <= file.byteCount else {
            throw MediaFileError(.damaged, "a Photoshop document without its table of colours")
        }
        let range = Int(document.colors.lowerBound)..<Int(document.colors.upperBound)
        return UnsafeRawBufferPointer(rebasing: file.bytes[range])
    }

    private func write(
        _ row: [UInt8],
        channel: Int,
        line: Int,
        _ table: UnsafeRawBufferPointer?
    ) {
        let width = document.width
        let target = start + line * width * bands + channel
        // Stored ink values mean the light that remains, so they are inverted.
        let turned: UInt8 = document.mode == .inks ? 255 : 0
        row.withUnsafeBufferPointer { row in
            switch document.depth {
            case 1:
                for column in 0..<width {
                    let isBlack = row[column >> 3] >> (7 - UInt8(column & 7)) & 1 == 1
                    target[column * bands] = isBlack ? 0 : 255
                }
            case 16:
                for column in 0..<width {
                    let sample = Int(row[column * 2]) << 8 | Int(row[column * 2 + 1])
                    target[column * bands] = UInt8((sample * 255 + 32_767) / 65_535) ^ turned
                }
            case 32:
                for column in 0..<width {
                    let bits = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(row[column * 4 + $1]) }
                    target[column * bands] = Self.shown(Float(bitPattern: bits)) ^ turned
                }
            default:
                for column in 0..<width {
                    guard let table else {
                        target[column * bands] = row[column] ^ turned
                        continue
                    }
                    for color in 0..<3 {
                        target[column * bands + color] = table[color * 256 + Int(row[column])]
                    }
                }
            }
        }
    }

    /// Converts an amount of light to a display's value.
    ///
    /// From 1 on, the result is white.
    private static func shown(_ light: Float) -> UInt8 {
        guard light > 0 else { return 0 }
        guard light < 1 else { return 255 }
        let level = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((level * 255).rounded())
    }
}

extension PhotoshopDocument {
    /// The number of bytes of a row of one channel.
    fileprivate var rowCount: Int { (width * depth + 7) / 8 }
}
