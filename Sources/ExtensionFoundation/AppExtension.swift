import Foundation
import Glibc

/// A program that another process starts and asks to work: the entry point of an extension.
///
/// A type with `@main` that conforms to a protocol of `Photos`, such as `PHBackgroundResourceUploadJobExtension`, is a whole
/// program.
public protocol AppExtension {
    /// The type of ``configuration``.
    associatedtype Configuration: AppExtensionConfiguration

    /// How the extension talks to its host; the protocols of `Photos` have one.
    var configuration: Configuration { get }

    /// Makes the extension.
    init()
}

extension AppExtension {
    /// Runs the extension until its host ends it.
    ///
    /// The call does not return. A program that was not started by a host ends with a sentence that says what to do.
    public static func main() {
        guard let hosted = Self().configuration as? any HostedConfiguration else {
            FileHandle.standardError.write(
                Data(
                    "\(Self.self) has a configuration of its own, which no host knows. Use that of the protocol.\n"
                        .utf8
                )
            )
            exit(64)
        }
        hosted.runExtension()
    }
}
