package import PhotosStore

extension RemotePlace {
    /// Returns the sizes of the objects that the place lists below a folder, by the checksums that name them.
    ///
    /// - Parameters:
    ///   - folder: The folder, as ``RemoteNames/parts``.
    ///   - watch: Asked at each name whether the work is to end.
    /// - Returns: The sizes.
    /// - Throws: ``RemoteFailure``.
    func objectSizes(below folder: String, watch: TransferWatch) throws -> [[UInt8]: Int64] {
        var sizes: [[UInt8]: Int64] = [:]
        try listObjects(withPrefix: folder) { name, byteCount in
            try watch.check()
            guard let checksum = RemoteNames.checksum(of: name, below: folder) else { return }
            sizes[checksum] = byteCount
        }
        return sizes
    }

    /// Returns the objects that the place lists among the files of a library that are not on this disk.
    ///
    /// Nothing is listed where all files are here.
    ///
    /// - Throws: ``RemoteFailure`` and `StoreError`.
    package func absentObjects(
        of library: Library,
        watch: TransferWatch
    ) throws -> Set<RemoteObject> {
        let absent = try library.remotes.absentObjects()
        guard !absent.isEmpty else { return [] }
        let listed = try objectSizes(below: RemoteNames.originals, watch: watch)
        return absent.filter { listed[$0.checksum] == $0.byteCount }
    }
}
