// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The domain of all errors of the photo library.
public let PHPhotosErrorDomain: String = "PHPhotosErrorDomain"

/// The key of the local identifiers that an ambiguous cloud identifier may stand for.
///
/// Its value in the `userInfo` of a ``PHPhotosError`` of the code `multipleIdentifiersFound` is a
/// `[String]`.
public let PHLocalIdentifiersErrorKey: String = "PHLocalIdentifiersErrorKey"
