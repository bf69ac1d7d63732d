/// What a caching manager was asked to prepare, by asset.
struct Preparations: Sendable {
    private struct Preparation: Sendable {
        var settings: ImageRequestSettings
        var key: Pictures.Key?
    }

    private var byAsset: [String: Preparation] = [:]

    /// Whether this is new: an asset is prepared as it was asked for first.
    mutating func begin(_ asset: String, _ settings: ImageRequestSettings) -> Bool {
        guard byAsset[asset] == nil else { return false }
        byAsset[asset] = Preparation(settings: settings)
        return true
    }

    /// Whether it is still to be prepared in this way.
    func isWanted(_ asset: String, _ settings: ImageRequestSettings) -> Bool {
        byAsset[asset]?.settings == settings
    }

    /// Remembers which image was prepared; false when nobody wants it any more.
    mutating func note(
        _ key: Pictures.Key,
        for asset: String,
        _ settings: ImageRequestSettings
    ) -> Bool {
        guard isWanted(asset, settings) else { return false }
        byAsset[asset]?.key = key
        return true
    }

    /// Ends what was begun with the same settings, and gives the image to drop.
    mutating func end(_ asset: String, _ settings: ImageRequestSettings) -> [Pictures.Key] {
        guard isWanted(asset, settings) else { return [] }
        return [byAsset.removeValue(forKey: asset)?.key].compactMap(\.self)
    }

    /// Ends everything, and gives the images to drop.
    mutating func endAll() -> [Pictures.Key] {
        defer { byAsset = [:] }
        return byAsset.values.compactMap(\.key)
    }
}
