import Foundation
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Writes files into a ZIP while they are read.
enum ZipBody {
    /// Returns an archive.
    ///
    /// - Parameters:
    ///   - first: The first file, where it was read before; nil otherwise.
    ///   - others: The files after it.
    /// - Returns: The body of an answer.
    static func archive(
        beginningWith first: ZipEntry? = nil,
        of others: some ZipContent
    ) -> ResponseBody {
        ResponseBody { writer in
            var zip = ZipRecords()
            var (next, content) = (first, others)
            while true {
                if next == nil { next = try await content.nextEntry() }
                guard let entry = next else { break }
                next = nil
                let header = zip.beginFile(named: entry.name, takenAt: entry.time)
                try await writer.write(ByteBuffer(bytes: header))
                var offset: Int64 = 0
                var checksum = CRC32()
                while true {
                    let start = offset
                    let sum = checksum
                    let (bytes, next) = try await BlockingThreads.files.run {
                        let bytes = try entry.source.readBytes(at: start)
                        var sum = sum
                        sum.add(bytes.readableBytesView)
                        return (bytes, sum)
                    }
                    guard bytes.readableBytes > 0 else { break }
                    checksum = next
                    offset += Int64(bytes.readableBytes)
                    try await writer.write(bytes)
                }
                let end = zip.endFile(size: UInt64(offset), checksum: checksum.value)
                try await writer.write(ByteBuffer(bytes: end))
            }
            try await writer.write(ByteBuffer(bytes: zip.centralDirectory()))
            try await writer.finish(nil)
        }
    }
}

/// A file of an archive.
struct ZipEntry: Sendable {
    var name: String
    var time: ZipRecords.Time
    var source: OutgoingBytes

    init(name: String, time: ZipRecords.Time, source: OutgoingBytes) {
        (self.name, self.time, self.source) = (name, time, source)
    }

    /// Makes the text with what a person should know of the other files; nil where there is nothing.
    init?(remarks: [String], time: ZipRecords.Time) {
        guard !remarks.isEmpty else { return nil }
        let text = remarks.map { $0 + "\r\n" }.joined()
        self.init(name: "Notes.txt", time: time, source: OutgoingBytes(text: text))
    }
}

/// The files of an archive, one after another.
protocol ZipContent: Sendable {
    /// Returns the next file; nil after the last one.
    mutating func nextEntry() async throws -> ZipEntry?
}

extension ZipRecords.Time {
    /// Makes the time that the camera's clock showed when a photo was taken.
    init(takenAt date: Date?, zone: Int?) {
        let time = CivilTime(
            secondsSince1970: date?.timeIntervalSince1970 ?? 0,
            zone: zone ?? 0
        )
        let (day, clock) = (time.day.parts, time.clock)
        self.init(
            year: day.year,
            month: day.month,
            day: day.day,
            hour: clock.hour,
            minute: clock.minute,
            second: clock.second
        )
    }
}

/// The files of photos one after another, and in the end a text with what a person should know of them.
struct ExportedFiles: ZipContent {
    private var photo: LibraryExport.Photo?
    private var files: ArraySlice<LibraryExport.OutgoingFile>
    private var others: DownloadedPhotos
    private var remarks: [String]
    private var time: ZipRecords.Time

    init(first: LibraryExport.Photo, others: DownloadedPhotos) {
        photo = first
        files = first.files[...]
        remarks = first.remarks
        time = Self.captureTime(of: first)
        self.others = others
    }

    /// Returns the next file.
    ///
    /// - Throws: An error where a file is away. The error ends the answer: an archive without the file must not seem
    ///   whole.
    mutating func nextEntry() async throws -> ZipEntry? {
        while photo != nil {
            if let file = files.popFirst() {
                let source = try await BlockingThreads.files.run { try OutgoingBytes(file) }
                return ZipEntry(name: file.path, time: time, source: source)
            }
            photo = try await others.next()
            guard let photo else { break }
            files = photo.files[...]
            remarks += photo.remarks
            time = Self.captureTime(of: photo)
        }
        defer { remarks = [] }
        return ZipEntry(remarks: remarks, time: time)
    }

    private static func captureTime(of photo: LibraryExport.Photo) -> ZipRecords.Time {
        ZipRecords.Time(takenAt: photo.creationDate, zone: photo.timeZoneOffset)
    }
}

/// The bytes of a file of a download, in memory or on a disk.
struct OutgoingBytes: Sendable {
    private static let part = 256 << 10

    /// The number of bytes.
    let count: Int64
    private let bytes: ByteBuffer
    private let file: ServedFile?

    /// Opens a file.
    ///
    /// - Throws: An error where the file is away.
    init(_ outgoing: LibraryExport.OutgoingFile) throws {
        if let url = outgoing.url {
            let file = try ServedFile(url.path)
            (bytes, self.file, count) = (ByteBuffer(), file, file.size)
        } else {
            bytes = ByteBuffer(bytes: outgoing.bytes ?? [])
            (file, count) = (nil, Int64(bytes.readableBytes))
        }
    }

    init(text: String) { self.init(ByteBuffer(string: text)) }

    init(_ bytes: ByteBuffer) {
        self.bytes = bytes
        (file, count) = (nil, Int64(bytes.readableBytes))
    }

    /// Reads the next bytes at an offset; an empty buffer is the end.
    func readBytes(at offset: Int64) throws -> ByteBuffer {
        if let file { return try file.readBytes(upTo: Self.part, at: offset) }
        let left = bytes.readableBytes - Int(offset)
        return bytes.getSlice(at: bytes.readerIndex + Int(offset), length: max(0, left))
            ?? ByteBuffer()
    }
}
