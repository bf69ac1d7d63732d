import Foundation
import PhotosStore

/// Reads the bytes of a resource part by part.
struct ResourceReader {
    private enum Source {
        case file(FileHandle)
        case data(Data)
    }

    /// The bytes of one part.
    private static let part = DataDelivery.part

    private var source: Source

    /// Opens the file of a resource.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - offset: The number of bytes to leave out, 0 unless the resource's bytes are those of its file.
    /// - Throws: The error that prevents reading the resource; ``FilesElsewhere`` if the file is not on this disk.
    init(_ resource: PHAssetResource, from offset: Int64 = 0) throws {
        guard let url = try resource.urlToOpen() else {
            throw StoreError(
                .missingResource,
                "The resource is in no library. Ask for the resources of a fetched asset."
            )
        }
        let file = try Self.openFile(at: url, of: resource)
        let bytes = try resource.bytes { try file.readToEnd() ?? Data() }
        source = bytes.map(Source.data) ?? .file(file)
        if offset > 0 { try file.seek(toOffset: UInt64(offset)) }
    }

    private static func openFile(at url: URL, of resource: PHAssetResource) throws -> FileHandle {
        do {
            return try FileHandle(forReadingFrom: url)
        } catch {
            let absence = resource.absence(error)
            guard let record = resource.record, let library = try resource.library?.store() else {
                throw absence
            }
            return try library.openingFiles(of: [record]) { throw absence }
        }
    }

    /// Returns the next part; nil at the end.
    mutating func next() throws -> Data? {
        switch source {
        case .file(let file):
            let part = try file.read(upToCount: Self.part)
            return part?.isEmpty == false ? part : nil
        case .data(let data):
            source = .data(data.dropFirst(Self.part))
            return data.isEmpty ? nil : Data(data.prefix(Self.part))
        }
    }
}
