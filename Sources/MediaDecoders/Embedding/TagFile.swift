import CExiv2
import Glibc
import PhotosMedia
import WorkerService

/// The tags of a file or block in memory, as exiv2 reads and writes them.
final class TagFile: TagList {
    private let picture: OpaquePointer
    /// The longest fault that exiv2 may state, in bytes.
    private static let faultCapacity = 200

    /// Reads the tags.
    ///
    /// - Parameter bytes: A TIFF or a block of Exif. The bytes must outlive this object, and writing may change them.
    /// - Throws: `MediaFileError` if exiv2 cannot read the bytes.
    init(_ bytes: UnsafeMutableRawBufferPointer) throws {
        var opened: OpaquePointer?
        try Self.check { fault, capacity in
            opened = photos_exiv2_open(bytes.baseAddress, bytes.count, true, fault, capacity)
            return opened != nil
        }
        guard let opened else { throw Self.error("exiv2 states no fault") }
        picture = opened
    }

    deinit { photos_exiv2_close(picture) }

    /// Takes Photoshop's resources, which contain the IPTC records of a JPEG.
    func take(resources: [UInt8]) throws {
        try Self.check { fault, capacity in
            photos_exiv2_take_resources(picture, resources, resources.count, fault, capacity)
        }
    }

    /// The packet of XMP in a TIFF; nil if there is none.
    var xmp: [UInt8]? {
        var count = 0
        guard let start = photos_exiv2_xmp(picture, &count) else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func has(_ prefix: String) -> Bool { photos_exiv2_has(picture, prefix) }

    func recordsTakeUTF8(except names: [String]) -> Bool {
        let copies = names.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer($0) } + [nil]
        return photos_exiv2_iptc_takes_utf8(picture, pointers)
    }

    func apply(_ steps: [TagStep]) throws {
        for step in steps {
            switch step {
            case .remove(let prefix): photos_exiv2_remove(picture, prefix)
            case .add(let name, let type, let text):
                try Self.check { fault, capacity in
                    photos_exiv2_add(picture, name, Int32(type), text, fault, capacity)
                }
            }
        }
    }

    /// Replaces the packet of XMP in a TIFF.
    func set(xmp: [UInt8]) throws {
        try Self.check { fault, capacity in
            xmp.withUnsafeBytes { bytes in
                photos_exiv2_set_xmp(
                    picture,
                    bytes.bindMemory(to: CChar.self).baseAddress,
                    bytes.count,
                    fault,
                    capacity
                )
            }
        }
    }

    /// Writes the tags, and returns the bytes, which are valid as long as this object.
    func written() throws -> UnsafeRawBufferPointer {
        try Self.bytes { count, fault, capacity in
            photos_exiv2_write(picture, count, fault, capacity)
        }
    }

    /// Writes the resources of Photoshop with the IPTC records.
    func writtenResources() throws -> [UInt8] {
        [UInt8](
            try Self.bytes { count, fault, capacity in
                photos_exiv2_write_resources(picture, count, fault, capacity)
            }
        )
    }

    private static func bytes(
        _ write: (UnsafeMutablePointer<Int>, UnsafeMutablePointer<CChar>?, Int) -> UnsafeRawPointer?
    ) throws -> UnsafeRawBufferPointer {
        var count = 0
        var start: UnsafeRawPointer?
        try check { fault, capacity in
            start = write(&count, fault, capacity)
            return start != nil
        }
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    private static func check(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Bool) throws {
        var fault = [CChar](repeating: 0, count: faultCapacity)
        let isDone = fault.withUnsafeMutableBufferPointer { call($0.baseAddress, faultCapacity) }
        guard !isDone else { return }
        let bytes = fault.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw error(String(decoding: bytes, as: UTF8.self))
    }

    private static func error(_ fault: String) -> MediaFileError {
        MediaFileError(.notEmbeddable, PlainText.line(fault))
    }
}
