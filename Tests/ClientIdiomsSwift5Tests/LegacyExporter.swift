import Photos

/// A command-line exporter from before concurrency: semaphores, groups, and variables that closures fill.
class LegacyExporter {
    static var shared = LegacyExporter()

    var verbose = false
    var log: [String] = []
    private let formatter = DateFormatter()

    init() {
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM"
    }

    func authorize() -> Bool {
        var granted = false
        let semaphore = DispatchSemaphore(value: 0)
        PHPhotoLibrary.requestAuthorization { status in
            granted = status == .authorized
            semaphore.signal()
        }
        semaphore.wait()
        return granted && PHPhotoLibrary.authorizationStatus() == .authorized
    }

    func assets(of type: PHAssetMediaType?, from start: Date? = nil) -> [PHAsset] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        if let start = start {
            options.predicate = NSPredicate(format: "creationDate >= %@", start as CVarArg)
        }
        var result: PHFetchResult<PHAsset>
        if let type = type {
            result = PHAsset.fetchAssets(with: type, options: options)
        } else {
            result = PHAsset.fetchAssets(with: options)
        }
        var assets: [PHAsset] = []
        result.enumerateObjects { (asset, index, stop) in
            assets.append(asset)
            if index == 999 { stop.pointee = true }
        }
        return assets
    }

    /// Exports originals by month, all at once.
    func export(_ assets: [PHAsset], to folder: URL) -> [Error] {
        var errors: [Error] = []
        let lock = NSLock()
        let group = DispatchGroup()
        for asset in assets {
            let month = asset.creationDate.map(formatter.string(from:)) ?? "unknown"
            let target = folder.appendingPathComponent(month)
            try? FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            let resources = PHAssetResource.assetResources(for: asset)
            guard let original = resources.first(where: { $0.type == .photo || $0.type == .video })
            else { continue }
            group.enter()
            PHAssetResourceManager.default().writeData(
                for: original,
                toFile: target.appendingPathComponent(original.originalFilename),
                options: nil
            ) { error in
                lock.lock()
                if let error = error { errors.append(error) }
                self.log.append(original.originalFilename)
                lock.unlock()
                group.leave()
            }
        }
        group.wait()
        return errors
    }

    /// The bytes of a resource, gathered in a variable.
    func data(of resource: PHAssetResource) throws -> Data {
        var data = Data()
        var failure: Error?
        let semaphore = DispatchSemaphore(value: 0)
        PHAssetResourceManager.default().requestData(
            for: resource,
            options: nil,
            dataReceivedHandler: { data.append($0) },
            completionHandler: { error in
                failure = error
                semaphore.signal()
            }
        )
        semaphore.wait()
        if let failure = failure { throw failure }
        return data
    }
}
