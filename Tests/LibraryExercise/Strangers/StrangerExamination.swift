import Crypto
package import Foundation
import OpenPhotoKit
import Photos
package import PhotosStore
import PhotosTestSupport

/// Does with a library of unknown origin what programs do with libraries, in the order in which they would.
///
/// It is not to crash, hang or throw anything without a name, whatever the library holds.
package struct StrangerExamination {
    /// How it went.
    package struct Verdict: Codable, Hashable, Sendable {
        /// Why it could not be opened to read, or to write.
        package var readingRefusal: String?
        package var writingRefusal: String?
        /// Codes of what a check found before anything was written.
        package var findings: [String] = []
        /// Operations that failed, and how.
        package var failures: [String] = []
        /// Errors without a name.
        package var strangeErrors: [String] = []
        /// Stands for all that was read.
        package var digest: String?

        package var isRefused: Bool { readingRefusal != nil }
        package var isDetected: Bool {
            isRefused || writingRefusal != nil || !findings.isEmpty || !failures.isEmpty
        }
    }

    private let folder: URL
    private let scratch: URL
    private let environment: EngineEnvironment
    private var verdict = Verdict()
    private var hash = SHA256()

    /// - Parameters:
    ///   - folder: The library.
    ///   - scratch: Where copies go; removed afterwards.
    ///   - environment: What the engine takes from the world.
    package init(_ folder: URL, scratch: URL, environment: EngineEnvironment) {
        self.folder = folder
        self.scratch = scratch
        self.environment = environment
    }

    package mutating func run() -> Verdict {
        do {
            let store = try Library.open(folder, mode: .readOnly, environment: environment)
            read(store)
            store.close()
        } catch {
            verdict.readingRefusal = name(error)
        }
        do {
            let store = try Library.open(folder, environment: environment)
            write(store)
            store.close()
        } catch {
            verdict.writingRefusal = name(error)
        }
        try? FileManager.default.removeItem(at: scratch)
        return verdict
    }

    // MARK: Reading

    private mutating func read(_ store: Library) {
        attempt("check") {
            let report = try LibraryCheck(store, readingBytes: true).run()
            $0.verdict.findings = report.findings.map(\.code.rawValue)
        }
        for plan in plans(store) {
            attempt("fetch") {
                let rows = try store.records.fetch(plan).rows
                $0.note(rows)
                if plan.scope == .collections {
                    $0.note(try store.records.collections(rows).records.sorted { $0.key < $1.key })
                } else {
                    $0.note(try store.records.assets(rows).records.sorted { $0.key < $1.key })
                    let resources = try store.records.resources(ofAssets: rows).sorted {
                        $0.key < $1.key
                    }
                    $0.note(resources)
                    for resource in resources.flatMap(\.value) { $0.read(resource, store) }
                }
            }
        }
        attempt("counts") { $0.note(try ContentFacts(of: store)) }
        attempt("settings") { $0.note(try store.settings.read()) }
        attempt("history") {
            for change in try store.history.changes(after: 0, upTo: .max) {
                $0.note(change.position)
                $0.attempt("details") { $0.note(try change.body()) }
            }
        }
        attempt("sources") { $0.note(try store.sources.readLedger { try $0.sources() }) }
        readByAPI(PHPhotoLibrary(store))
        verdict.digest = hash.finalize().map { String(format: "%02x", $0) }.joined()
    }

    private func plans(_ store: Library) -> [FetchPlan] {
        let hidden = FetchPlan(
            .assets,
            filter: .field(.asset(.isHidden), .equal, .integer(1)),
            order: [FetchPlan.SortTerm(.asset(.creationDate))]
        )
        let albums = (try? store.records.fetch(FetchPlan(.collections)).rows).map(Array.init) ?? []
        return [FetchPlan(.assets), FetchPlan(.collections), hidden]
            + albums.prefix(40).map {
                FetchPlan(.members(album: $0), order: [FetchPlan.SortTerm(.memberPosition)])
            }
    }

    private mutating func read(_ resource: ResourceRecord, _ store: Library) {
        attempt("file") {
            let url = try store.originals.url(of: resource)
            guard url.path.hasPrefix(store.layout.root.path) else { return }
            let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
            $0.note(size ?? -1)
        }
        attempt("preview") { _ in _ = store.pictures.storedPreview(.grid, of: resource) }
    }

    /// Every property, as a program shows them.
    private mutating func readByAPI(_ photos: PHPhotoLibrary) {
        let options = PHFetchOptions()
        options.library = photos
        options.includeHiddenAssets = true
        options.predicate = NSPredicate(format: "pixelWidth > 0 OR creationDate != nil")
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let assets = PHAsset.fetchAssets(with: options)
        for index in 0..<assets.count {
            let asset = assets[index]
            note(asset.localIdentifier)
            note("\(asset.creationDate as Any) \(asset.location as Any) \(asset.duration)")
            note(PHAssetResource.assetResources(for: asset).map(\.originalFilename))
        }
        let plain = PHFetchOptions()
        plain.library = photos
        let folders = PHCollectionList.fetchTopLevelUserCollections(with: plain)
        for index in 0..<folders.count { note(folders[index].localizedTitle as Any) }
        attempt("persistent history") {
            let token = try photos.oldestChangeToken()
            for change in try photos.fetchPersistentChanges(since: token) {
                $0.attempt("change details") {
                    $0.note(try change.changeDetails(for: .asset).updatedLocalIdentifiers.count)
                }
            }
        }
    }

    private mutating func note(_ value: Any) { hash.update(data: Data("\(value)".utf8)) }

    // MARK: Writing

    private mutating func write(_ store: Library) {
        let rows = (try? store.records.fetch(FetchPlan(.assets)).rows).map(Array.init) ?? []
        let records = (try? store.records.assets(rows).records.values).map(Array.init) ?? []
        let uuids = records.filter { $0.trashedDate == nil }.map(\.uuid)
            .sorted { $0.uuidString < $1.uuidString }
        attempt("create") { _ in try store.addPicture(seed: 201) }
        attempt("album") { _ in _ = try store.addAlbum("New", Array(uuids.prefix(4))) }
        for uuid in uuids.prefix(3) {
            attempt("update") { _ in try store.commit(.set(uuid, [.isFavorite: .integer(1)])) }
            attempt("edit") { _ in try store.commit(.edit(uuid)) }
        }
        attempt("delete") { _ in
            try store.commit(.deleteAssets(Array(uuids.prefix(2))))
            try store.commit(.purgeAssets(Array(uuids.prefix(2))))
        }
        attempt("settings") { _ in try store.settings.change(StoredSettings(trashDays: 9)) }
        attempt("previews") { _ in
            for resource in try store.records.resources(ofAssets: rows.prefix(3)).values.joined() {
                _ = try? store.pictures.preview(.grid, of: resource)
            }
        }
        let scratch = scratch
        attempt("backup") { _ in _ = try LibraryBackup(store).run(to: scratch) }
        attempt("repair") { _ in _ = try LibraryRepair(store).run() }
        attempt("prune") { _ in try store.history.pruneHistory(through: 2) }
        attempt("check") { _ in _ = try LibraryCheck(store).run() }
    }

    // MARK: Errors

    private mutating func attempt(_ step: String, _ body: (inout Self) throws -> Void) {
        do {
            try body(&self)
        } catch {
            verdict.failures.append("\(step): \(name(error))")
        }
    }

    private mutating func name(_ error: any Error) -> String {
        switch error {
        case let error as StoreError: return error.code.rawValue
        case let error as PHPhotosError: return "\(error.code)"
        case let error as PositionProblem: return "\(error)"
        case let error as CocoaError: return "\(error.code)"
        default:
            verdict.strangeErrors.append("\(type(of: error)): \(error)")
            return "\(type(of: error))"
        }
    }
}
