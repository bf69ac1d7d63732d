import Foundation
import Glibc
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization

/// What people do with the library.
extension HabitsRun {
    func use(_ step: HabitsStep) async throws {
        switch step {
        case .importCard: try importFolder(world.card, { _ in })
        case .importMoving: try importFolder(world.card) { $0.transfer = .move }
        case .importAndWipe:
            // Who was told that everything is in the library wipes the card.
            for path in try importFolder(world.card, { _ in }) { unlink(path) }
        case .importWithoutWorker: try importWithoutWorker()
        case .importWhileItIsWritten: try importWhileItIsWritten()
        case .importLinked: try importLinked()
        case .sweep: try sweep()
        case .sweepWithoutWorker: try sweepWithoutWorker()
        case .backup: try backUp()
        case .check:
            _ = try LibraryCheck(world.library, readingBytes: chance.chance(0.5)).run()
        case .repair: _ = try LibraryRepair(world.library).run()
        case .repairFrom: try repair(from: chance.pick([world.card, world.exports, world.disk]))
        case .export: try export()
        case .createMoving: try createMoving()
        case .deleteRepresentative: try deleteRepresentative()
        case .deleteSome: try forget(some(2)) { .deleteAssets($0) }
        case .restoreSome:
            let trashed = try state().assets.filter { $0.trashedDate != nil }.map(\.uuid)
            if !trashed.isEmpty {
                try world.library.commit(.restoreAssets(chance.some(of: trashed, atMost: 2)))
            }
        case .purgeSome: try forget(some(2)) { .purgeAssets($0) }
        case .editTwice: try await editTwice()
        case .closeWhileReading: try closeWhileReading()
        default: preconditionFailure("\(step) is done with files alone.")
        }
    }

    // MARK: Imports

    /// Imports a folder, and takes the library's word for what it has.
    ///
    /// - Returns: The paths of files that the library said it has.
    @discardableResult
    func importFolder(
        _ folder: URL,
        _ change: (inout ImportOptions) -> Void
    ) throws -> [String] {
        let before = contents(below: folder)
        var options = ImportOptions()
        change(&options)
        let refused = Mutex<Set<String>>([])
        let notify: (LibraryImport.Event) -> Void = { event in
            switch event {
            case .refused(let url, _), .other(let url), .deleted(let url, _, _):
                refused.withLock { _ = $0.insert(url.path) }
            default: break
            }
        }
        let importer = Importer(world.library, options: options, notify: notify)
        let summary = try importer.run([folder])
        say("\(summary.importedCount)+\(summary.duplicateCount)+\(summary.unchangedCount)")
        let known = try state().known
        let taken = before.filter { path, number in
            !refused.withLock { $0.contains(path) } && !content.recipes.contains(number)
                && (known.contains(number) || !replaced.contains(number))
        }
        try acknowledge(taken.values, by: "the import")
        return Array(taken.keys)
    }

    private func importWithoutWorker() throws {
        world.reader.setBroken(true)
        defer { world.reader.setBroken(false) }
        let before = try state().assets.count
        do {
            try importFolder(world.card, { _ in })
            complain("An import without a worker did not refuse")
        } catch let error as StoreError where error.code == .readerUnavailable {
            if try state().assets.count != before {
                complain("An import that refused brought something in")
            }
        }
    }

    /// Somebody has a file open, and writes to it after it was moved into the library.
    private func importWhileItIsWritten() throws {
        let files = world.files(below: world.card)
        guard !files.isEmpty else { return }
        let url = chance.pick(files)
        let file = try FileHandle(forWritingTo: url)
        try importFolder(world.card) { $0.transfer = .move }
        try unharmed(by: "Writing to a file that was open when it was moved in") {
            try file.seek(toOffset: 100)
            try file.write(contentsOf: Data("written afterwards".utf8))
            try file.close()
        }
    }

    /// Somebody has a second name for a file, and writes to it after it was moved into the library.
    private func importLinked() throws {
        let files = world.files(below: world.card)
        guard !files.isEmpty else { return }
        let other = world.folder.appending(path: newName())
        guard link(chance.pick(files).path, other.path) == 0 else { return }
        try importFolder(world.card) { $0.transfer = .move }
        chmod(other.path, 0o644)
        try unharmed(by: "Writing to the second name of a file that was moved in") {
            let file = try FileHandle(forWritingTo: other)
            try file.seek(toOffset: 100)
            try file.write(contentsOf: Data("written afterwards".utf8))
            try file.close()
        }
        unlink(other.path)
    }

    /// What the library has whole stays whole, whatever is done to files outside of it.
    private func unharmed(by what: String, _ body: () throws -> Void) throws {
        let before = try state().held
        try body()
        let lost = before.subtracting(try state().held)
        for number in lost.sorted() { complain("\(what) changed content \(number) of the library") }
    }

    /// A program hands its own file over.
    private func createMoving() throws {
        let url = world.folder.appending(path: newName())
        let bytes = content.photo()
        try world.write(bytes, to: url)
        let file = chance.chance(0.5) ? try FileHandle(forWritingTo: url) : nil
        let photos = PHPhotoLibrary(world.library)
        do {
            try photos.performChangesAndWait {
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = true
                PHAssetCreationRequest.forAsset()
                    .addResource(with: .photo, fileURL: url, options: options)
            }
        } catch {
            // Refusing a file that is open is one of the two right answers.
            guard file != nil else { throw error }
            try file?.close()
            unlink(url.path)
            return
        }
        if let file {
            try file.seek(toOffset: 100)
            try file.write(contentsOf: Data("written afterwards".utf8))
            try file.close()
        }
        unlink(url.path)
        try acknowledge([content.number(of: bytes) ?? 0], by: "a program's request")
    }

    // MARK: Sources, copies

    func sweep() throws {
        // A folder that is not there becomes no source.
        guard world.source != nil || access(world.disk.path, F_OK) == 0 else { return }
        let source = try world.makeSource()
        var options = SourceSweep.Options()
        // A folder that takes the place of the disk is on the same volume here.
        options.volume = { _ in source.volume }
        _ = try SourceSweep(world.library, source: source.id, options: options).run()
    }

    private func sweepWithoutWorker() throws {
        world.reader.setBroken(true)
        defer { world.reader.setBroken(false) }
        do {
            try sweep()
            guard world.source != nil else { return }
            complain("A sweep without a worker did not refuse")
        } catch let error as StoreError where error.code == .readerUnavailable {}
    }

    private func backUp() throws { _ = try LibraryBackup(world.library).run(to: world.backup) }

    /// Looks for lost bytes in a folder, after the check that says what is lost.
    func repair(from folder: URL) throws {
        // The disk may be away, and nobody names a folder that is not there.
        guard access(folder.path, F_OK) == 0 else { return }
        let healing = LibraryHealing(world.library, readingBytes: true)
        say("\(try healing.run(from: [folder]).healed.count)")
    }

    private func export() throws {
        let state = try state()
        for resource in state.assets.flatMap({ state.resources[$0.uuid] ?? [] })
        where chance.chance(0.1) {
            guard let bytes = try? Data(contentsOf: world.library.originals.url(of: resource))
            else {
                continue
            }
            try world.write(bytes, to: world.exports.appending(path: newName()))
        }
    }

    // MARK: Changes

    private func some(_ count: Int) throws -> [UUID] {
        let shown = try state().assets.filter { $0.trashedDate == nil }.map(\.uuid)
        return shown.isEmpty ? [] : chance.some(of: shown, atMost: count)
    }

    /// Deletes assets, whose contents nobody asks for any more.
    private func forget(_ assets: [UUID], _ mutation: ([UUID]) -> Mutation) throws {
        guard !assets.isEmpty else { return }
        let state = try state()
        try world.library.commit(mutation(assets))
        for asset in assets {
            edits[asset] = nil
            for resource in state.resources[asset] ?? [] {
                guard let number = content.number(ofChecksum: resource.checksum) else { continue }
                acknowledged[number] = nil
            }
        }
    }

    private func deleteRepresentative() throws {
        let standing = try state().assets.filter { asset in
            asset.representsBurst && asset.burstIdentifier != nil && asset.trashedDate == nil
        }
        guard !standing.isEmpty else { return }
        let asset = chance.pick(standing).uuid
        let isForGood = chance.chance(0.3)
        try forget([asset]) { isForGood ? .purgeAssets($0) : .deleteAssets($0) }
    }

    /// Opens one photo twice, and hands both edits in.
    private func editTwice() async throws {
        let whole = try state()
        let editable = whole.assets.filter { asset in
            asset.trashedDate == nil
                && (whole.resources[asset.uuid] ?? []).allSatisfy { resource in
                    content.number(ofChecksum: resource.checksum)
                        .map(whole.held.contains) == true
                }
        }
        guard !editable.isEmpty else { return }
        let record = chance.pick(editable)
        let name = LocalIdentifier(uuid: record.uuid, kind: .asset).description
        let photos = PHPhotoLibrary(world.library)
        let inputs = await photos.withCurrent {
            guard
                let asset = PHAsset.fetchAssets(withLocalIdentifiers: [name], options: nil)
                    .firstObject
            else { return [HabitsInput]() }
            return [await HabitsInput(asset), await HabitsInput(asset)]
        }
        for (index, input) in inputs.enumerated() {
            guard let output = input.output else { continue }
            let (rendered, recipe) = content.edit()
            try rendered.write(to: output.renderedContentURL)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "org.example.editor",
                formatVersion: "1.0",
                data: recipe
            )
            do {
                try photos.performChangesAndWait {
                    PHAssetChangeRequest(for: input.asset).contentEditingOutput = output
                }
            } catch let error as PHPhotosError where error.code == .changeNotSupported {
                if index == 0 { complain("The first of two edits was refused: \(error)") }
                continue
            }
            if index == 1, inputs[0].output != nil {
                complain("The second of two edits of one photo overtook the first")
            }
            try noteEdit(of: record.uuid, rendered, recipe, whole)
        }
    }

    private func noteEdit(
        of asset: UUID,
        _ rendered: Data,
        _ recipe: Data,
        _ before: State
    ) throws {
        guard let new = content.number(of: rendered) else { return }
        let data = try recipeNumber(of: asset, recipe)
        // What the edit took the place of is not asked for any more, though an import may have known a copy of it.
        let known = try state().known
        for resource in before.resources[asset] ?? [] {
            guard let old = content.number(ofChecksum: resource.checksum), !known.contains(old)
            else { continue }
            acknowledged[old] = nil
            replaced.insert(old)
        }
        edits[asset] = (new, data)
        try acknowledge([new, data], by: "an edit")
    }

    /// The number of the file that holds the recipe of an asset's edit.
    private func recipeNumber(of asset: UUID, _ recipe: Data) throws -> Int {
        let library = world.library
        guard let row = try library.records.rows(of: [asset], in: .asset)[asset],
            let resource = try library.records.resources(ofAssets: [row])[row]?
                .first(where: { $0.type == ResourceRole.adjustmentData })
        else { throw Fault("the edit of \(asset) has no recipe") }
        let file = try Data(contentsOf: library.layout.original(resource.file))
        if AdjustmentFile.data(in: file, isPlain: resource.isPlainRecipe) != recipe {
            complain("The recipe of the edit of \(asset) is not what the editor wrote")
        }
        return content.registerRecipe(file)
    }

    private func closeWhileReading() throws {
        let library = world.library
        let group = DispatchGroup()
        for _ in 0..<4 {
            DispatchQueue.global().async(group: group) {
                for _ in 0..<200 {
                    guard
                        let rows = try? library.records.fetch(FetchPlan(.assets), anew: true).rows,
                        (try? library.records.assets(Array(rows))) != nil
                    else { return }
                }
            }
        }
        usleep(UInt32(chance.number(below: 2_000)))
        library.close()
        group.wait()
        try world.reopen()
    }
}

/// An input of an editor's, and what it hands in.
final class HabitsInput: @unchecked Sendable {
    // Unchecked because inputs are not Sendable: each stays with the run that asked.
    let asset: PHAsset
    let output: PHContentEditingOutput?

    init(_ asset: PHAsset) async {
        self.asset = asset
        let options = PHContentEditingInputRequestOptions()
        options.skipsDisplaySizeImage = true
        let input = await withCheckedContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, _ in
                nonisolated(unsafe) let input = input
                continuation.resume(returning: HabitsAnswer(input: input))
            }
        }
        output = input.input.map { PHContentEditingOutput(contentEditingInput: $0) }
    }
}

/// The answer on its way from the library's queue.
private struct HabitsAnswer: @unchecked Sendable {
    // Unchecked because inputs are not Sendable: this one goes from the handler to who asked.
    let input: PHContentEditingInput?
}
