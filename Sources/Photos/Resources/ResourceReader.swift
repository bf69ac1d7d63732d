import Foundation
import PhotosStore

/// Reads the bytes of a resource part by part.
struct ResourceReader {
    private enum Source {
        case file(FileHandle)
        case data(Data)
    }

    /// The bytes of one part.
    private static let part = 1 << 18

    private var source: Source

    /// Opens the file of a resource.
    ///
    /// - Throws: The error that prevents reading the resource.
    init(_ resource: PHAssetResource) throws {
        guard let url = resource.fileURL else {
            throw StoreError(
                .missingResource,
                "The resource is in no library. Ask for the resources of a fetched asset."
            )
        }
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: url)
        } catch {
            throw resource.absence(error)
        }
        let bytes = try resource.bytes { try file.readToEnd() ?? Data() }
        source = bytes.map(Source.data) ?? .file(file)
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
