import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Requests for the data of files that are in a remote alone.
@Suite(.permit) struct DistantResourceTests {
    let remote: RemoteFake
    let library: TestLibrary
    let asset: PHAsset
    let resource: PHAssetResource
    let data = TestLibrary.picture(seed: 5)
    let manager = PHAssetResourceManager.default()

    init() throws {
        remote = RemoteFake()
        library = try TestLibrary(remote: remote)
        asset = try library.addPicture(seed: 5)
        resource = try #require(PHAssetResource.assetResources(for: asset).first)
        try library.sendAway(asset, to: remote)
    }

    private struct Answer: Sendable {
        var data: Data
        var code: PHPhotosError.Code?
        var message: String?
        var progress: [Double]
    }

    private static func options(
        _ progress: Collected<Double>? = nil
    ) -> PHAssetResourceRequestOptions {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = progress.map { progress in { progress.add($0) } }
        return options
    }

    private func read(
        _ resource: PHAssetResource,
        allowed: Bool,
        progress: Collected<Double> = Collected(),
        begun: (PHAssetResourceDataRequestID) -> Void = { _ in }
    ) async -> Answer {
        let data = Collected<Data>()
        let options = Self.options(progress)
        options.isNetworkAccessAllowed = allowed
        let error = await withCheckedContinuation { continuation in
            let id = manager.requestData(for: resource, options: options) { part in
                data.add(part)
            } completionHandler: { error in
                continuation.resume(returning: error as? PHPhotosError)
            }
            begun(id)
        }
        return Answer(
            data: data.values.reduce(Data(), +),
            code: error?.code,
            message: error?.localizedDescription,
            progress: progress.values
        )
    }

    @Test func `a resource tells whether its file is here`() async {
        #expect(resource.value(forKey: "locallyAvailable") as? Bool == false)
        #expect(resource.value(forKey: "fileSize") as? Int64 == Int64(data.count))
        _ = await read(resource, allowed: true)
        #expect(resource.value(forKey: "locallyAvailable") as? Bool == true)
    }

    @Test func `without permission, the request ends with an error that says what to do`() async {
        let answer = await read(resource, allowed: false)
        #expect(answer.code == .networkAccessRequired && answer.data.isEmpty)
        #expect(answer.message?.contains("network") == true)
        #expect(answer.progress.isEmpty && remote.begun.isEmpty)
    }

    @Test func `with permission, the file is fetched, and its progress is told`() async {
        let answer = await read(resource, allowed: true)
        #expect(answer.code == nil && answer.data == data)
        #expect(answer.progress.last == 1 && answer.progress == answer.progress.sorted())
        #expect(remote.begun.count == 1)
    }

    @Test func `a file that is here costs neither progress nor a question`() async throws {
        _ = await read(resource, allowed: true)
        let again = await read(resource, allowed: true)
        #expect(again.data == data && again.progress.isEmpty && remote.begun.count == 1)
        let url = library.folder.appendingPathComponent("copy.jpg")
        let manager = manager
        let group = DispatchGroup()
        let statements = library.statements {
            group.enter()
            manager.writeData(for: resource, toFile: url, options: Self.options()) { _ in
                group.leave()
            }
            group.wait()
        }
        #expect(statements.isEmpty)
        #expect(try Data(contentsOf: url) == data)
    }

    @Test func `a network that fails is told, and the next request succeeds when it is back`() async
    {
        remote.fail(RemoteFake.away)
        let answer = await read(resource, allowed: true)
        #expect(answer.code == .networkError && answer.data.isEmpty)
        #expect(answer.message == RemoteFake.away.sentence)
        #expect(answer.progress.max().map { $0 < 1 } == true)
        remote.fail(nil)
        #expect(await read(resource, allowed: true).data == data)
    }

    @Test func `a full disk is told as such`() async {
        remote.fail(.noSpace("The disk is full."))
        #expect(await read(resource, allowed: true).code == .notEnoughSpace)
    }

    @Test func `a file that leaves as soon as it came is fetched again`() async throws {
        let record = try #require(resource.record)
        let url = library.store.layout.original(record.file)
        let (removals, data) = (Collected<Bool>(), Collected<Data>())
        let options = Self.options()
        options.progressHandler = { fraction in
            guard fraction == 1 else { return }
            removals.add((try? FileManager.default.removeItem(at: url)) != nil)
        }
        let error = await withCheckedContinuation { continuation in
            manager.requestData(for: resource, options: options) { part in
                data.add(part)
            } completionHandler: { error in
                continuation.resume(returning: error as? PHPhotosError)
            }
        }
        #expect(error == nil && data.values.reduce(Data(), +) == self.data)
        #expect(removals.values == [true] && remote.begun.count == 2)
    }

    // MARK: Cancelling

    @Test func `cancelling ends the request and its transfer`() async throws {
        remote.hold()
        let (remote, manager) = (remote, manager)
        let answer = await read(resource, allowed: true) { id in
            Task {
                try await remote.waitForTransfers(1)
                manager.cancelDataRequest(id)
            }
        }
        #expect(answer.code == .userCancelled && answer.data.isEmpty)
        try await remote.waitForEnd()
        #expect(remote.cancelled.count == 1)
    }

    @Test func `requests for one file share its transfer, which one of them may leave`()
        async throws
    {
        remote.hold()
        let heard = [Collected<Double>(), Collected<Double>()]
        let number = Collected<PHAssetResourceDataRequestID>()
        async let first = read(resource, allowed: true, progress: heard[0]) { number.add($0) }
        async let second = read(resource, allowed: true, progress: heard[1])
        // Only who waits for the transfer hears how far it is.
        while !heard.allSatisfy({ $0.values.contains { $0 > 0 } }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        manager.cancelDataRequest(try #require(number.values.first))
        try await Task.sleep(for: .milliseconds(50))
        remote.hold(false)
        let answers = await (first, second)
        #expect(answers.0.code == .userCancelled)
        #expect(answers.1.data == data && answers.1.progress.last == 1)
        #expect(remote.begun.count == 1 && remote.cancelled.isEmpty)
    }

    @Test func `a file that is here need not wait for one that is not`() async throws {
        let near = try library.addPicture(seed: 6)
        let other = try #require(PHAssetResource.assetResources(for: near).first)
        remote.hold()
        async let far = read(resource, allowed: true)
        try await remote.waitForTransfers(1)
        #expect(await read(other, allowed: false).data == TestLibrary.picture(seed: 6))
        remote.hold(false)
        #expect(await far.data == data)
    }

    // MARK: Libraries that are open for reading alone

    @Test func `a library that is open for reading alone gets its files, too`() async throws {
        let remote = RemoteFake()
        let library = try TestLibrary(.disk, remote: remote)
        let asset = try library.addPicture(seed: 5)
        try library.sendAway(asset, to: remote)
        let second = PHPhotoLibrary(
            try Library.open(
                library.store.layout.root,
                mode: .readOnly,
                environment: library.store.environment
            )
        )
        let options = PHFetchOptions()
        options.library = second
        let same = try #require(
            PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: options)
                .firstObject
        )
        let resource = try #require(PHAssetResource.assetResources(for: same).first)
        #expect(await read(resource, allowed: true).data == data)
        #expect(library.isLocal(asset))
    }

    @Test func `nothing is fetched into a folder where the library must not write`() async throws {
        let remote = RemoteFake()
        let library = try TestLibrary(.disk, remote: remote)
        let asset = try library.addPicture(seed: 5)
        try library.sendAway(asset, to: remote)
        let record = try #require(PHAssetResource.assetResources(for: asset).first?.record)
        var environment = library.store.environment
        // A folder that a program for synchronisation has marked.
        let marker = library.folder.appendingPathComponent(".stfolder", isDirectory: true)
        try FileManager.default.createDirectory(at: marker, withIntermediateDirectories: true)
        environment.volumeEnvironment = VolumeEnvironment()
        let second = try Library.open(
            library.store.layout.root,
            mode: .readOnly,
            environment: environment
        )
        let error = #expect(throws: StoreError.self) {
            try second.transfers.makeLocal([record], access: NetworkAccess())
        }
        #expect(error?.code == .unsuitableFolder && remote.begun.isEmpty)
    }

    // MARK: Writing

    @Test func `a file is written after it was fetched, or not at all`() async throws {
        let url = library.folder.appendingPathComponent("copy.jpg")
        let refusal = await #expect(throws: PHPhotosError.self) {
            try await manager.writeData(for: resource, toFile: url, options: nil)
        }
        #expect(refusal?.code == .networkAccessRequired)
        remote.fail(RemoteFake.away)
        let failure = await #expect(throws: PHPhotosError.self) {
            try await manager.writeData(for: resource, toFile: url, options: Self.options())
        }
        #expect(failure?.code == .networkError)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        remote.fail(nil)
        let progress = Collected<Double>()
        try await manager.writeData(for: resource, toFile: url, options: Self.options(progress))
        #expect(try Data(contentsOf: url) == data)
        #expect(progress.values.last == 1)
    }
}
