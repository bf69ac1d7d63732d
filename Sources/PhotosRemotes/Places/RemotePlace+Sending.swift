import Crypto
import Foundation
import PhotosBase
import PhotosStore

extension RemotePlace {
    /// Sends a file and reads it back.
    ///
    /// Where the place has other bytes under the name, or does not have what it said it stored, the object is removed
    /// and sent once more.
    ///
    /// - Returns: The checksums of the parts, as reading back gives them, and whether the object was removed before.
    @discardableResult
    func putAndProveObject(
        _ name: String,
        from file: URL,
        as object: RemoteObject,
        hashesParts: Bool = false,
        watch: TransferWatch
    ) throws -> (hashes: PartHashes?, isReplaced: Bool) {
        do {
            try putObject(name, from: file, as: object, watch: watch)
            return (
                try proveObject(name, expecting: object, hashesParts: hashesParts, watch: watch),
                false
            )
        } catch let failure as RemoteFailure where failure.meansNoWholeObject {
            try removeObject(name)
            try putObject(name, from: file, as: object, watch: watch)
            return (
                try proveObject(name, expecting: object, hashesParts: hashesParts, watch: watch),
                true
            )
        }
    }

    /// Sends small data as an object, and reads it back.
    func storeData(
        _ data: Data,
        as name: String,
        in scratch: ScratchFolder,
        watch: TransferWatch
    ) throws {
        let file = scratch.url.appendingPathComponent(UUID().uuidString, isDirectory: false)
        do {
            try data.write(to: file)
        } catch {
            throw RemoteFailure(
                .localFile,
                "\(file.path) cannot be written: \(error.localizedDescription)"
            )
        }
        defer { try? FileManager.default.removeItem(at: file) }
        let object = RemoteObject(
            checksum: Array(SHA256.hash(data: data)),
            byteCount: Int64(data.count)
        )
        try putAndProveObject(name, from: file, as: object, watch: watch)
    }
}
