package import Foundation
import PhotosBase
package import PhotosStore

/// A place for objects: a folder, or a service behind a network.
///
/// Names are relative paths of ASCII letters, digits, `-`, `.` and `/`. An object is never changed: it appears whole or
/// not at all, and a name that is taken stays with its object. All calls wait, and may come from several threads.
package protocol RemotePlace: Sendable {
    /// The number of objects to send or read at once.
    var parallelism: Int { get }

    /// Sends a file. An object of this name and size is left as it is.
    ///
    /// A call that returns proves nothing; ``proveObject(_:expecting:watch:)`` does.
    ///
    /// - Parameters:
    ///   - name: The name of the object.
    ///   - file: The file.
    ///   - byteCount: Its length.
    ///   - checksum: The checksum that its bytes must have; nil for a file that only the caller knows of.
    ///   - watch: Receives the numbers of bytes.
    /// - Throws: ``RemoteFailure``: `changed` if the file has another length or checksum, `differs` if the place has an
    ///   object of another size.
    func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws

    /// Writes an object to a path where no file exists, and checks its bytes.
    ///
    /// - Throws: ``RemoteFailure``: `missing` or `differs`. No file is left at the path then.
    func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws

    /// Reads an object back, and compares its length and checksum.
    ///
    /// - Parameters:
    ///   - name: The name of the object.
    ///   - object: Its length and checksum.
    ///   - hashesParts: Whether to compute the checksums of its parts on the way.
    ///   - watch: Receives the numbers of bytes.
    /// - Returns: The checksums of the parts; nil if they were not asked for, or the object has one part.
    /// - Throws: ``RemoteFailure``: `missing` or `differs`.
    func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes?

    /// Returns the bytes of a range of an object, without comparing them.
    ///
    /// - Parameters:
    ///   - name: The name of the object.
    ///   - range: The range, inside the object.
    ///   - object: The length and checksum of the whole object.
    ///   - watch: Receives the numbers of bytes.
    /// - Returns: As many bytes as the range has.
    /// - Throws: ``RemoteFailure``: `missing`, `differs` if the object is shorter, `noRanges`.
    func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data

    /// Passes the bytes of an object to `body` in their order, without comparing them.
    ///
    /// `body` must not keep what it gets, because the next bytes take its place.
    ///
    /// - Throws: ``RemoteFailure``: `missing`, or `differs` if the object has another number of bytes.
    func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws

    /// Returns the bytes of a small object of unknown content.
    ///
    /// - Throws: ``RemoteFailure``: `missing`, or `differs` if the object is larger than `limit` bytes.
    func readObject(_ name: String, atMost limit: Int64) throws -> Data

    /// Returns the number of bytes of an object, without reading it; nil if the place does not have it.
    ///
    /// - Throws: ``RemoteFailure`` if the place does not answer.
    func size(of name: String) throws -> Int64?

    /// The disks on which the place is, as far as this machine knows.
    ///
    /// Places with a common mark fail together.
    var diskMarks: Set<String> { get }

    /// Calls `body` with the name and size of each object whose name begins with `prefix`, in any order.
    func listObjects(
        withPrefix prefix: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws

    /// Removes an object, and accepts that it does not exist.
    func removeObject(_ name: String) throws

    /// Removes what interrupted calls of `putObject` left, if nobody has written to it since a date.
    func removeDrafts(olderThan date: Date) throws

    /// Checks that the place can be written and read: with an object of a random name, which is removed again.
    func probe() throws

    /// Returns a sentence if the place does not protect against what a person may expect; nil otherwise.
    func warning(for library: Library) -> String?
}

extension RemotePlace {
    /// Leaves everything as it is: services show no object that is not whole.
    package func removeDrafts(olderThan date: Date) throws {}

    /// Sends a file that has the length and checksum of an object.
    package func putObject(
        _ name: String,
        from file: URL,
        as object: RemoteObject,
        watch: TransferWatch
    ) throws {
        try putObject(
            name,
            from: file,
            byteCount: object.byteCount,
            checksum: object.checksum,
            watch: watch
        )
    }

    /// Reads an object back, and compares its length and checksum.
    package func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        _ = try proveObject(name, expecting: object, hashesParts: false, watch: watch)
    }
}

/// The progress of a transfer, and whether it is to end.
package struct TransferWatch: Sendable {
    /// Called with the number of bytes that were moved since the last call.
    package var moved: @Sendable (Int64) -> Void
    package var isCancelled: @Sendable () -> Bool

    package init(
        moved: @escaping @Sendable (Int64) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.moved = moved
        self.isCancelled = isCancelled
    }

    /// - Throws: ``RemoteFailure`` with code `cancelled` if the transfer is to end.
    package func check() throws {
        if isCancelled() { throw RemoteFailure(.cancelled, "The work was cancelled.") }
    }
}
