import Foundation
import Glibc

/// Searches folders for bytes that a library has lost.
struct HealingSearch {
    private let library: Library
    private let verifier: OriginalVerifier
    private var broken: [[UInt8]: [HeldBytes.Broken]] = [:]
    private var sizes: [Int64: Int] = [:]
    var outcome = LibraryHealing.Outcome()

    init(_ library: Library, _ verifier: OriginalVerifier) {
        self.library = library
        self.verifier = verifier
    }

    mutating func add(_ resource: HeldBytes.Broken) {
        broken[resource.file.checksum, default: []].append(resource)
        sizes[resource.file.byteCount, default: 0] += 1
    }

    var isDone: Bool { broken.isEmpty }

    var lostCount: Int { broken.values.reduce(0) { $0 + $1.count } }

    /// Restores lost files from the files of a folder and all folders below it, or from a single file.
    ///
    /// Symbolic links inside the folder are skipped. Databases of libraries are skipped, too: reading one
    /// would drop the locks of a program that has it open.
    mutating func examine(
        through searched: URL,
        _ area: StagingArea,
        _ isCancelled: () -> Bool
    ) throws {
        let top = searched.resolvingSymlinksInPath()
        if let file = FoundFile(at: top) { return try examine(at: file, searched, area) }
        var problems: [LibraryHealing.Outcome.Problem] = []
        let found = FileManager.default.enumerator(
            at: top,
            includingPropertiesForKeys: [.isDirectoryKey]
        ) { url, error in
            problems.append(.init(url: url, reason: error.localizedDescription))
            return true
        }
        while !isDone, let url = found?.nextObject() as? URL {
            if isCancelled() { throw CancellationError() }
            if Self.isDatabase(url) {
                found?.skipDescendants()
                continue
            }
            guard !FileOperations.isLink(url), let file = FoundFile(at: url) else { continue }
            try examine(at: file, searched, area)
        }
        outcome.problems += problems
    }

    private static func isDatabase(_ url: URL) -> Bool {
        url.lastPathComponent == "database"
            && access(url.deletingLastPathComponent().appendingPathComponent("LIBRARY").path, F_OK)
                == 0
    }

    private mutating func examine(at file: FoundFile, _ searched: URL, _ area: StagingArea) throws {
        // A file with another size is not read.
        guard sizes[file.byteCount] != nil else { return }
        do {
            let descriptor = try FileOperations.open(file.url, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            defer { close(descriptor) }
            let checksum = try SourceFile.read(descriptor, file.url) { _ in }
            guard let resources = broken[checksum] else { return }
            let staged = try area.stage(file, descriptor, library)
            guard staged.file.checksum == checksum else { return area.drop(staged.file) }
            let healings = try library.healings(resources, with: staged, verifier)
            try library.commit(ChangeBlock([.healResources(healings)]))
            broken[checksum] = nil
            sizes[file.byteCount] = (sizes[file.byteCount] ?? 0) - resources.count
            if sizes[file.byteCount] ?? 0 <= 0 { sizes[file.byteCount] = nil }
            outcome.healed += resources.map {
                .init(
                    asset: LocalIdentifier(uuid: $0.file.asset, kind: .asset),
                    source: file.url,
                    searched: searched
                )
            }
        } catch {
            let error = StoreError(error)
            switch error.code {
            // The error concerns the file, or an asset that another process healed or deleted meanwhile.
            case .objectMissing, .invalidResource, .missingResource, .readOnly, .libraryMissing,
                .inputOutput:
                try library.checkIsPresent()
                outcome.problems.append(.init(url: file.url, reason: error.message))
            default: throw error
            }
        }
    }
}
