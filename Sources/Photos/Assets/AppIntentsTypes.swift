/// The specification of a resolver that asks for nothing more than the entity itself.
public struct EmptyResolverSpecification<Entity>: Sendable {
    /// Makes a specification, which has nothing to configure.
    public init() {}
}

// What Apple's AppIntents adds to the class. The types alone: there are no intents on Linux.
extension PHAsset {
    /// The specification of the resolver of assets.
    public typealias Specification = EmptyResolverSpecification<PHAsset>

    /// The type of an asset that is not optional.
    public typealias UnwrappedType = PHAsset

    /// The type of the value of an intent's parameter.
    public typealias ValueType = PHAsset

    /// The specification of the resolver that is used when none is named.
    public static let defaultResolverSpecification: EmptyResolverSpecification<PHAsset> = .init()

    /// The name under which stored values tell that they are assets.
    public static var persistentIdentifier: String { "PHAsset" }
}
