// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The domain of all errors of the photo library.
public let PHPhotosErrorDomain: String = "PHPhotosErrorDomain"

/// The key of the local identifiers that an ambiguous cloud identifier matches.
///
/// The value is a `[String]` in the `userInfo` of a ``PHPhotosError`` with the code `multipleIdentifiersFound`.
public let PHLocalIdentifiersErrorKey: String = "PHLocalIdentifiersErrorKey"
