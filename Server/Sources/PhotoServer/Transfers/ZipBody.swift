import Foundation
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Writes files into a ZIP while they are read.
enum ZipBody {
    static func archive(
        of first: LibraryExport.Photo,
        followedBy others: DownloadedPhotos
    ) -> ResponseBody {
        ResponseBody { writer in
            var zip = ZipRecords()
            var entries = ZipEntries(first: first, others: others)
            while let entry = try await entries.next() {
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

/// The files of photos one after another, and in the end a text with what a person should know of them.
private struct ZipEntries: Sendable {
    struct Entry: Sendable {
        var name: String
        var time: ZipRecords.Time
        var source: OutgoingBytes
    }

    private static let notes = "Notes.txt"

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
    mutating func next() async throws -> Entry? {
        while photo != nil {
            if let file = files.popFirst() {
                let source = try await BlockingThreads.files.run { try OutgoingBytes(file) }
                return Entry(name: file.path, time: time, source: source)
            }
            photo = try await others.next()
            guard let photo else { break }
            files = photo.files[...]
            remarks += photo.remarks
            time = Self.captureTime(of: photo)
        }
        guard !remarks.isEmpty else { return nil }
        let text = remarks.map { $0 + "\r\n" }.joined()
        remarks = []
        return Entry(name: Self.notes, time: time, source: OutgoingBytes(text: text))
    }

    /// The camera's clock when the photo was taken.
    private static func captureTime(of photo: LibraryExport.Photo) -> ZipRecords.Time {
        let time = CivilTime(
            secondsSince1970: photo.creationDate?.timeIntervalSince1970 ?? 0,
            zone: photo.timeZoneOffset ?? 0
        )
        let (date, clock) = (time.day.parts, time.clock)
        return ZipRecords.Time(
            year: date.year,
            month: date.month,
            day: date.day,
            hour: clock.hour,
            minute: clock.minute,
            second: clock.second
        )
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

    init(text: String) {
        bytes = ByteBuffer(string: text)
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
