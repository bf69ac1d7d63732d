/// The images that a caching manager was asked to prepare, by asset.
struct Preparations: Sendable {
    private struct Preparation: Sendable {
        var settings: ImageRequestSettings
        var key: Pictures.Key?
    }

    private var byAsset: [String: Preparation] = [:]

    /// Adds a preparation.
    ///
    /// Returns false, and keeps the old preparation, if the asset already has one.
    mutating func begin(_ asset: String, _ settings: ImageRequestSettings) -> Bool {
        guard byAsset[asset] == nil else { return false }
        byAsset[asset] = Preparation(settings: settings)
        return true
    }

    /// Returns whether the asset is still to be prepared with these settings.
    func isWanted(_ asset: String, _ settings: ImageRequestSettings) -> Bool {
        byAsset[asset]?.settings == settings
    }

    /// Stores the key of the prepared image; returns false if the preparation was ended.
    mutating func note(
        _ key: Pictures.Key,
        for asset: String,
        _ settings: ImageRequestSettings
    ) -> Bool {
        guard isWanted(asset, settings) else { return false }
        byAsset[asset]?.key = key
        return true
    }

    /// Ends a preparation with the same settings, and returns the image to drop.
    mutating func end(_ asset: String, _ settings: ImageRequestSettings) -> [Pictures.Key] {
        guard isWanted(asset, settings) else { return [] }
        return [byAsset.removeValue(forKey: asset)?.key].compactMap(\.self)
    }

    /// Ends all preparations, and returns the images to drop.
    mutating func endAll() -> [Pictures.Key] {
        defer { byAsset = [:] }
        return byAsset.values.compactMap(\.key)
    }
}
