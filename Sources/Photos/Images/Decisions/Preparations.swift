/// The images that a caching manager was asked to prepare, by asset.
struct Preparations: Sendable {
    private struct Preparation: Sendable {
        var settings: ImageRequestSettings
        var key: Pictures.Key?
        var fetch: RequestFetch
    }

    /// The work that ended preparations leave to the manager.
    struct Remains: Sendable {
        /// The images to drop.
        var keys: [Pictures.Key] = []
        /// The fetches to cancel.
        var fetches: [RequestFetch] = []
    }

    private var byAsset: [String: Preparation] = [:]

    /// Adds a preparation.
    ///
    /// Returns false, and keeps the old preparation, if the asset already has one.
    mutating func beginPreparation(of asset: String, with settings: ImageRequestSettings) -> Bool {
        guard byAsset[asset] == nil else { return false }
        let network = NetworkUse(isAllowed: settings.allowsNetwork, nil)
        byAsset[asset] = Preparation(
            settings: settings,
            fetch: RequestFetch(network, isAhead: true)
        )
        return true
    }

    /// Returns whether the asset is still to be prepared with these settings.
    func isWanted(_ asset: String, with settings: ImageRequestSettings) -> Bool {
        byAsset[asset]?.settings == settings
    }

    /// Returns the fetch of an asset that is still to be prepared with these settings.
    func requestFetch(of asset: String, with settings: ImageRequestSettings) -> RequestFetch? {
        isWanted(asset, with: settings) ? byAsset[asset]?.fetch : nil
    }

    /// Stores the key of the prepared image; returns false if the preparation was ended.
    mutating func storeKey(
        _ key: Pictures.Key,
        for asset: String,
        with settings: ImageRequestSettings
    ) -> Bool {
        guard isWanted(asset, with: settings) else { return false }
        byAsset[asset]?.key = key
        return true
    }

    /// Ends the preparations of some assets with the same settings.
    mutating func endPreparations(
        of assets: [String],
        with settings: ImageRequestSettings
    ) -> Remains {
        remains(
            assets.compactMap { asset in
                isWanted(asset, with: settings) ? byAsset.removeValue(forKey: asset) : nil
            }
        )
    }

    /// Ends all preparations.
    mutating func endAll() -> Remains {
        defer { byAsset = [:] }
        return remains(Array(byAsset.values))
    }

    private func remains(_ ended: [Preparation]) -> Remains {
        Remains(keys: ended.compactMap(\.key), fetches: ended.map(\.fetch))
    }
}
