import Foundation
import Glibc
import PhotosBase
import PhotosMedia
import WorkerService

/// Unpacks the entries of an archive, one after another.
struct Unpacking {
    private(set) var files = 0
    private(set) var bytes: Int64 = 0
    private var entries = 0

    private let folder: UnpackFolder
    private let maximumBytes: Int64
    private let maximumEntries: Int
    private let send: (UnpackMessage) -> Void

    /// The number of bytes between two progress messages within a large file.
    private static let stride: Int64 = 64 << 20

    init(
        into folder: UnpackFolder,
        maximumBytes: Int64,
        maximumEntries: Int,
        send: @escaping (UnpackMessage) -> Void
    ) {
        self.folder = folder
        self.maximumBytes = maximumBytes
        self.maximumEntries = maximumEntries
        self.send = send
    }

    mutating func run(_ archive: ArchiveReader) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while let entry = try archive.next() {
            entries += 1
            guard entries <= maximumEntries else {
                throw UnpackFault(failure: .tooLarge, reason: "more than \(maximumEntries) entries")
            }
            Limits.grantTime()
            guard let name = entry.name else {
                skip(archive.roughName, "Its name is no valid text, so it is left out.")
                continue
            }
            do {
                let path = try ArchivePath(name)
                switch entry.kind {
                case .folder: try folder.createFolder(path)
                case .file: try unpackFile(entry, to: path, from: archive, through: buffer)
                case .other: skip(name, "Links and devices in archives are left out.")
                }
            } catch let refusal as ArchivePath.Refusal {
                skip(PlainText.line(name), refusal.reason)
            }
        }
    }

    private mutating func unpackFile(
        _ entry: ArchiveReader.Entry,
        to path: ArchivePath,
        from archive: ArchiveReader,
        through buffer: UnsafeMutableRawBufferPointer
    ) throws {
        let name = path.components.joined(separator: "/")
        guard let file = try folder.createFile(path) else {
            skip(name, "There is a file of this name in the archive already.")
            return
        }
        defer { close(file) }
        let before = bytes
        do {
            var reported = bytes
            while true {
                let count = try archive.read(into: buffer)
                if count == 0 { break }
                bytes += Int64(count)
                guard bytes <= maximumBytes else {
                    throw UnpackFault(failure: .tooLarge, reason: "more than \(maximumBytes) bytes")
                }
                try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file)
                if bytes - reported >= Self.stride {
                    reported = bytes
                    Limits.grantTime()
                    send(.progress(bytes: bytes))
                }
            }
        } catch let fault as UnpackFault {
            // An incomplete photo is of no use.
            try folder.removeFile(path)
            guard fault.failure == .damaged, archive.canGoOn() else { throw fault }
            skip(name, "It is damaged in the archive (\(PlainText.line(fault.reason))).")
            return
        }
        if let modified = entry.modified {
            var times = [modified, modified]
            // The file is good without its time, so an error is ignored. The system refuses impossible times.
            _ = futimens(file, &times)
        }
        files += 1
        send(.file(path: name, bytes: bytes - before))
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws {
        do throws(SystemError) {
            try DescriptorBytes.write(bytes, to: file)
        } catch {
            throw UnpackFault(failure: .disk, reason: systemMessage(error.code))
        }
    }

    private func skip(_ path: String, _ reason: String) {
        send(.skipped(path: path, reason: reason))
    }
}
