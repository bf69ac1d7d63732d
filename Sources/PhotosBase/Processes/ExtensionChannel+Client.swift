extension ExtensionChannel {
    /// The environment variable with the name under which an extension uses the library, as the owner has stated it.
    public static let clientVariable = "OPENPHOTOKIT_EXTENSION_CLIENT"
}
