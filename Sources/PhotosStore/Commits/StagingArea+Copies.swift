import Foundation
import GRDB
import PhotosMedia

extension LibraryCommits {
    /// Creates a staging area whose files are flushed to disk together, for the blocks of an import.
    package func makeStagingArea() throws -> StagingArea {
        try StagingArea(
            layout: core.layout,
            id: core.environment.makeUUID(),
            settling: .together
        )
    }
}

extension StagingArea {
    /// Copies a file of any type to the staging area.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - descriptor: Its descriptor.
    ///   - core: The library.
    ///   - name: The name that the copy gets below the folder of originals, unless a file has or had it; nil for any name.
    /// - Returns: The copy.
    /// - Throws: ``StoreError``, also where another file took the place of this one.
    package func stageCopy(
        of file: FoundFile,
        descriptor: Int32,
        core: LibraryCore,
        named name: String? = nil
    ) throws -> StagedResource {
        guard file.isOpen(as: descriptor) else {
            throw StoreError(
                .invalidResource,
                "Another file took the place of \(file.url.path) while it was looked at. Try again when it is quiet."
            )
        }
        let wanted = try name.flatMap { name in
            try Self.isUnused(name, in: core) ? Self.parts(of: name) : nil
        }
        let (staged, facts) = try add(
            .found(file, descriptor, move: false),
            id: wanted?.id ?? core.environment.makeUUID()
        ) { _ in
            (wanted?.ending ?? Self.pathExtension(of: file.name), nil as MediaFacts?)
        }
        return StagedResource(file: staged, facts: facts, area: self)
    }

    /// Returns whether no file of the library has a name, and none that is about to be removed.
    private static func isUnused(_ name: String, in core: LibraryCore) throws -> Bool {
        guard FileOperations.size(core.layout.original(name)) == nil else { return false }
        // The row of a removed file goes after the file, and would take the new one along.
        return try core.readAll { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT NOT EXISTS (SELECT 1 FROM released_file WHERE file = ?1)
                            AND NOT EXISTS (SELECT 1 FROM kept_file WHERE file = ?1)
                        """
                ),
                arguments: [name]
            ) ?? false
        }
    }

    /// Returns the identifier and the extension that a name below the folder of originals is made of.
    private static func parts(of name: String) -> (id: UUID, ending: String)? {
        let url = URL(fileURLWithPath: name, isDirectory: false)
        let digits = url.deletingPathExtension().lastPathComponent
        var text = digits
        for place in [20, 16, 12, 8] where digits.utf8.count == 32 {
            text.insert("-", at: text.utf8.index(text.startIndex, offsetBy: place))
        }
        return UUID(uuidString: text).map { ($0, url.pathExtension) }
    }
}
