/// The specification of a resolver that needs nothing but the entity itself.
public struct EmptyResolverSpecification<Entity>: Sendable {
    /// Makes a specification, which has nothing to configure.
    public init() {}
}

// Apple's AppIntents adds these members to the class. Only the types exist here: Linux has no intents.
extension PHAsset {
    /// The specification of the resolver of assets.
    public typealias Specification = EmptyResolverSpecification<PHAsset>

    /// The type of an asset that is not optional.
    public typealias UnwrappedType = PHAsset

    /// The type of the value of an intent's parameter.
    public typealias ValueType = PHAsset

    /// The specification of the resolver that is used when a program names none.
    public static let defaultResolverSpecification: EmptyResolverSpecification<PHAsset> = .init()

    /// The type name that is written with stored values of this type.
    public static var persistentIdentifier: String { "PHAsset" }
}
