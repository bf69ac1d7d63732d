/// A kind of service that a remote is at.
///
/// Addresses, sentences about them, and warnings about keys follow from this table.
public enum ServiceKind: Hashable, Sendable, CaseIterable {
    /// A bucket of S3.
    case s3
    /// A folder of a WebDAV server.
    case webDAV

    /// The beginnings of its addresses, in lower case and without `://`.
    private var schemes: [String] {
        switch self {
        case .s3: ["s3"]
        case .webDAV: ["https", "http"]
        }
    }

    /// The form of its addresses, in words for people.
    private var addressForm: String {
        switch self {
        case .s3: "s3://bucket/prefix"
        case .webDAV: "the https:// URL of a WebDAV folder"
        }
    }

    /// The environment variable whose presence shows that keys are in the environment.
    public var keyVariable: String {
        switch self {
        case .s3: "AWS_ACCESS_KEY_ID"
        case .webDAV: "PHOTOKIT_WEBDAV_USER"
        }
    }

    /// Finds the kind of an address; nil where no service has its scheme.
    public init?(address: String) {
        guard let end = address.firstRange(of: "://")?.lowerBound else { return nil }
        let scheme = address[..<end].lowercased()
        guard let kind = Self.allCases.first(where: { $0.schemes.contains(scheme) }) else {
            return nil
        }
        self = kind
    }

    /// The forms of the addresses of all kinds, in words for people.
    public static var addressForms: String {
        let forms = allCases.map(\.addressForm)
        return forms.dropLast().joined(separator: ", ") + ", or " + (forms.last ?? "")
    }
}
