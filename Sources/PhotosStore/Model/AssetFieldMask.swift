package typealias AssetFieldMask = FieldMask<AssetField>

extension AssetFieldMask {
    static let all = AssetFieldMask(AssetField.allCases)
    static let modificationDate = AssetFieldMask([AssetField.modificationDate])
}
