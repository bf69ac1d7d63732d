import Foundation
import PhotosBase
import TransferRules

/// A folder of a WebDAV server.
final class DAVRemote: ServiceRemote {
    private let place: DAVPlace
    private let keys: RemoteKeys
    private let wire: Wire
    private let link: WireLink
    private let meaning: DAVMeaning
    private let folders: DAVFolders

    init(place: DAVPlace, keys: RemoteKeys, wire: Wire, link: WireLink, patience: Double) {
        self.place = place
        self.keys = keys
        self.wire = wire
        self.link = link
        meaning = DAVMeaning(host: link.host, hasKeys: keys != .none)
        folders = DAVFolders()
    }

    var host: String { link.host }
    var otherRegion: String? { nil }

    // MARK: Requests

    /// Sends a request, and gives an answer whose status is one of those of success.
    private func send<Value: Sendable>(
        _ method: String,
        to path: String,
        name: String?,
        headers: [(String, String)] = [],
        body: WireCall.Body = .none,
        success: Set<Int>,
        reading read: @escaping @Sendable (WireAnswer) async throws -> Value
    ) async throws -> Value {
        var headers = headers + [("host", place.address.authority)]
        if case .password(let user, let password) = keys {
            let text = Data("\(user):\(password)".utf8).base64EncodedString()
            headers.append(("authorization", "Basic \(text)"))
        }
        let call = WireCall(
            method: method,
            origin: place.address.origin,
            path: path,
            headers: headers,
            body: body
        )
        let meaning = meaning
        return try await wire.exchange(call, over: link) { answer in
            guard success.contains(answer.head.status) else {
                try await answer.drain()
                throw meaning.failure(answer.head, name: name, now: SteadyClock.date)
            }
            return try await read(answer)
        }
    }

    private static let properties = Array(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><propfind xmlns=\"DAV:\"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>"
            .utf8
    )

    private static let largestListing = 8 << 20

    /// Returns a resource and, with a depth of 1, its members.
    ///
    /// Nil where it is missing.
    private func requestProperties(of path: String, depth: Int) async throws -> DAVListing? {
        let headers = [("depth", String(depth)), ("content-type", "application/xml")]
        let host = link.host
        do {
            return try await send(
                "PROPFIND",
                to: path,
                name: "",
                headers: headers,
                body: .bytes(Self.properties),
                success: [207]
            ) { answer in
                guard let bytes = try await answer.bytes(upTo: Self.largestListing) else {
                    throw TransferFailure(
                        .unsupported,
                        "A folder at \(host) has too many members to list them."
                    )
                }
                guard let document = try? XMLDocument.root(of: Array(bytes)),
                    let listing = DAVListing(document)
                else {
                    throw AnswerMeaning.foreignAnswer(from: host)
                }
                return listing
            }
        } catch let failure as TransferFailure where failure.code == .missing {
            return nil
        }
    }

    // MARK: As any remote

    func findObject(_ name: String) async throws -> FoundObject? {
        guard let resource = try await findResource(named: name) else { return nil }
        guard !resource.isFolder, let bytes = resource.bytes else {
            throw TransferFailure(
                .refused,
                "\(name) is a folder at \(link.host), not an object. Choose another name."
            )
        }
        return FoundObject(bytes: bytes, modified: resource.modified)
    }

    private func findResource(named name: String) async throws -> DAVListing.Resource? {
        guard let listing = try await requestProperties(of: place.requestPath(of: name), depth: 0)
        else {
            try await checkFolder()
            return nil
        }
        guard let resource = listing.resources.first else {
            throw AnswerMeaning.foreignAnswer(from: link.host)
        }
        return resource
    }

    // Another server's 404 must not count as the loss of an object. The first upload makes the remote's own folder, so that it is
    // enough if the one above exists.
    private func checkFolder() async throws {
        guard try await requestProperties(of: place.folderPath(""), depth: 0) == nil else { return }
        let above = place.parentPath
        guard let above, (try? await requestProperties(of: above, depth: 0)) != nil else {
            throw meaning.noFolder
        }
    }

    func readObject<Value: Sendable>(
        _ name: String,
        with reading: ReadCall,
        reading read: @escaping @Sendable (WireAnswer) async throws -> Value
    ) async throws -> Value {
        do {
            return try await send(
                "GET",
                to: place.requestPath(of: name),
                name: name,
                headers: reading.headers,
                success: [200, 206],
                reading: read
            )
        } catch let failure as TransferFailure where failure.code == .missing {
            try await checkFolder()
            throw failure
        }
    }

    func putObject(_ name: String, from upload: Upload) async throws -> Bool {
        let bytes = upload.file.bytes
        let retrying = upload.retrying
        if let resource = try await retrying.run({
            try await requestProperties(of: place.requestPath(of: name), depth: 0)
        })?.resources.first {
            return try checkExisting(resource, named: name, bytes: bytes)
        }
        let mayBeOutdated = !folders.isEmpty
        do {
            return try await storeUpload(upload, as: name)
        } catch let failure as TransferFailure
            where mayBeOutdated && failure.code == .noBucket
        {
            // Somebody has emptied the folder, or another disk is at its address: folders are gone that this program has made.
            return try await storeUpload(upload, as: name)
        }
    }

    /// Makes the folders that are not known, sends a file under another name, and gives it its own.
    ///
    /// After a failure no folder counts as known.
    ///
    /// - Parameters:
    ///   - upload: The file.
    ///   - name: The name of an object that does not exist.
    /// - Returns: Whether another upload gave an object that name first.
    /// - Throws: `TransferFailure`, with the code `noBucket` if a folder is missing.
    private func storeUpload(_ upload: Upload, as name: String) async throws -> Bool {
        let bytes = upload.file.bytes
        let retrying = upload.retrying
        let folder = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
        do {
            try await retrying.run { try await makeFolder(DAVPlace.uploads) }
            try await retrying.run { try await makeFolder(folder) }
        } catch {
            folders.removeAll()
            throw error
        }
        let draft = "\(DAVPlace.uploads)/\(UUID().uuidString.lowercased())"
        do {
            try await storeDraft(draft, from: upload)
            return try await moveDraft(draft, to: name, bytes: bytes, retrying: retrying)
        } catch {
            folders.removeAll()
            _ = await Task { try? await self.removeResource(named: draft) }.value
            throw error
        }
    }

    private func checkExisting(
        _ resource: DAVListing.Resource,
        named name: String,
        bytes: Int64
    ) throws -> Bool {
        guard !resource.isFolder, resource.bytes == bytes else {
            throw AnswerMeaning.occupiedName(name)
        }
        return true
    }

    private func storeDraft(_ draft: String, from upload: Upload) async throws {
        let bytes = upload.file.bytes
        try upload.checkEmpty()
        let body: WireCall.Body =
            bytes == 0
            ? .bytes([])
            : .file(upload.file, 0..<bytes, sha256: upload.sha256, BodyMeter(upload.meter))
        try await upload.retrying.run {
            try await send(
                "PUT",
                to: place.requestPath(of: draft),
                name: nil,
                headers: [("content-type", "application/octet-stream")],
                body: body,
                success: [201, 204]
            ) { try await $0.drain() }
        }
    }

    /// Gives an upload its name, and returns whether another one had it first.
    private func moveDraft(
        _ draft: String,
        to name: String,
        bytes: Int64,
        retrying: Retrying
    ) async throws -> Bool {
        let headers = [
            ("destination", place.address.origin + place.requestPath(of: name)), ("overwrite", "F"),
        ]
        do {
            let status = try await retrying.run {
                try await send(
                    "MOVE",
                    to: place.requestPath(of: draft),
                    name: draft,
                    headers: headers,
                    success: [201, 204, 412]
                ) { answer in
                    try await answer.drain()
                    return answer.head.status
                }
            }
            guard status == 412 else { return false }
        } catch let failure as TransferFailure where failure.code == .missing {
            // The answer to an earlier try may be what was lost.
            guard let found = try await findObject(name), found.bytes == bytes else {
                throw failure
            }
            return false
        }
        guard let resource = try await findResource(named: name) else {
            throw TransferFailure(
                .refused,
                "\(link.host) refuses to give an upload its name. Try again.",
                retry: true
            )
        }
        let existed = try checkExisting(resource, named: name, bytes: bytes)
        try await removeResource(named: draft)
        return existed
    }

    private func removeResource(named name: String) async throws {
        try await send("DELETE", to: place.requestPath(of: name), name: name, success: [200, 204]) {
            try await $0.drain()
        }
    }

    /// Makes a folder and those above it, up to the remote's own folder.
    private func makeFolder(_ folder: String) async throws {
        if folders.contains(folder) { return }
        switch try await makeOneFolder(folder) {
        case 409 where folder.isEmpty: throw meaning.noFolder
        case 409:
            try await makeFolder(folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "")
            guard try await makeOneFolder(folder) != 409 else { throw meaning.noFolder }
        default: break
        }
        folders.add(folder)
    }

    // 405 means that the folder exists.
    private func makeOneFolder(_ folder: String) async throws -> Int {
        let path = place.folderPath(folder)
        if path == "/" { return 405 }
        do {
            return try await send("MKCOL", to: path, name: nil, success: [201, 405, 409]) {
                answer in
                try await answer.drain()
                return answer.head.status
            }
        } catch let failure as TransferFailure where failure.code == .refused {
            // Apache answers 403 when another request makes the folder at the same time.
            guard try await requestProperties(of: path, depth: 0)?.resources.first?.isFolder == true
            else {
                throw failure
            }
            return 405
        }
    }

    func listObjects(prefix: String, after: String, limit: Int) async throws -> TransferResult {
        var walk = DAVFolderOrder(prefix: prefix, after: after, limit: limit)
        let own = place.address.path.isEmpty ? "" : "/" + place.address.path
        while let folder = walk.nextFolder() {
            guard let listing = try await requestProperties(of: place.folderPath(folder), depth: 1)
            else {
                try await checkFolder()
                continue
            }
            var objects: [ListedObject] = []
            var subfolders: [String] = []
            let parent = folder.isEmpty ? own : "\(own)/\(folder)"
            for resource in listing.resources where resource.path != parent {
                guard resource.path.utf8.starts(with: (parent + "/").utf8) else {
                    throw AnswerMeaning.foreignAnswer(from: link.host)
                }
                let name = String(
                    decoding: resource.path.utf8.dropFirst(own.utf8.count + 1),
                    as: UTF8.self
                )
                if resource.isFolder {
                    if name != DAVPlace.uploads || prefix.hasPrefix(DAVPlace.uploads) {
                        subfolders.append(name)
                    }
                } else if let bytes = resource.bytes {
                    objects.append(
                        ListedObject(name: name, bytes: bytes, modified: resource.modified)
                    )
                }
            }
            walk.addMembers(objects: objects, folders: subfolders)
        }
        var result = TransferResult()
        result.items = walk.items
        result.more = walk.isFull
        return result
    }

    func deleteObject(_ name: String) async throws -> Bool? {
        guard let resource = try await findResource(named: name) else { return false }
        // A server deletes a folder with all that is in it.
        guard !resource.isFolder else {
            throw TransferFailure(
                .refused,
                "\(name) is a folder at \(link.host), not an object. Nothing was deleted."
            )
        }
        do {
            try await removeResource(named: name)
        } catch let failure as TransferFailure where failure.code == .missing {
            return false
        }
        return true
    }
}
