/// Reads numbers from a byte source, with a bounded amount of work.
///
/// Reading a header always ends, whatever the file states. Every read counts against `byteBudget`, and every box, tag
/// or segment against `stepBudget`. No reader is recursive, so the depth is bounded, too. Small reads are served from
/// one window, so a header needs few system calls.
package struct BoundedReader {
    /// The largest number of bytes that are read of one file.
    ///
    /// Exif is limited to 64 KiB. The largest descriptions that are read (tiled HEIC, long movies) take some hundred
    /// KiB. Four MiB leave a margin, and are still read in milliseconds.
    package static let byteBudget = 4 << 20

    /// The largest number of steps.
    ///
    /// Real files state their size within some hundred boxes, tags and segments.
    package static let stepBudget = 10_000

    /// The number of bytes that are read at once.
    ///
    /// Most small headers fit one window. Skipping from chunk to chunk through a large file stays within the budget for
    /// two thousand chunks.
    package static let windowSize = 2048

    package enum Endian: Sendable {
        case big
        case little
    }

    package var byteCount: Int64 { source.byteCount }
    package private(set) var bytesRead = 0
    package private(set) var stepsTaken = 0

    private let source: any ByteSource
    private var window: [UInt8] = []
    private var windowStart: Int64 = 0

    package init(_ source: any ByteSource) {
        self.source = source
    }

    /// Counts one box, tag or segment.
    package mutating func step() throws(MediaFileError) {
        // The count stops here, even if a caller continues after the error.
        stepsTaken = min(stepsTaken + 1, Self.stepBudget + 1)
        guard stepsTaken <= Self.stepBudget else {
            throw MediaFileError(.tooLarge, "its header has too many parts")
        }
    }

    /// Returns exactly `count` bytes at `offset`.
    package mutating func bytes(
        at offset: Int64,
        count: Int
    ) throws(MediaFileError) -> ArraySlice<UInt8> {
        guard count >= 0, offset >= 0, offset <= byteCount, Int64(count) <= byteCount - offset
        else {
            throw MediaFileError(.damaged, "it ends early")
        }
        let inWindow = offset - windowStart
        if inWindow < 0 || inWindow + Int64(count) > Int64(window.count) {
            let wanted = max(count, Self.windowSize)
            guard wanted <= Self.byteBudget - bytesRead else {
                throw MediaFileError(.tooLarge, "its header is too long")
            }
            window = try source.bytes(at: offset, count: wanted)
            windowStart = offset
            bytesRead += wanted
            guard window.count >= count else {
                throw MediaFileError(.damaged, "it ends early")
            }
        }
        let start = Int(offset - windowStart)
        return window[start..<start + count]
    }

    /// Returns up to `count` bytes at `offset`; fewer where the file ends.
    package mutating func prefix(
        at offset: Int64,
        count: Int
    ) throws(MediaFileError) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < byteCount else { return [] }
        return try bytes(at: offset, count: Int(min(Int64(count), byteCount - offset)))
    }

    /// Returns an unsigned number of 1 to 8 bytes.
    package mutating func unsigned(
        at offset: Int64,
        bytes count: Int,
        _ endian: Endian = .big
    ) throws(MediaFileError) -> UInt64 {
        let bytes = try bytes(at: offset, count: count)
        switch endian {
        case .big: return bytes.reduce(0) { $0 << 8 | UInt64($1) }
        case .little: return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    package mutating func uint8(at offset: Int64) throws(MediaFileError) -> Int {
        Int(try unsigned(at: offset, bytes: 1))
    }

    package mutating func uint16(
        at offset: Int64,
        _ endian: Endian = .big
    ) throws(MediaFileError) -> Int {
        Int(try unsigned(at: offset, bytes: 2, endian))
    }

    package mutating func uint32(
        at offset: Int64,
        _ endian: Endian = .big
    ) throws(MediaFileError) -> Int {
        Int(try unsigned(at: offset, bytes: 4, endian))
    }

    package mutating func code(at offset: Int64) throws(MediaFileError) -> FourCharacterCode {
        FourCharacterCode(try bytes(at: offset, count: 4))
    }
}
