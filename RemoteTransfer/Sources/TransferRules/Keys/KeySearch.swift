package import PhotosBase

/// The search for keys and settings: first the stated file, then the environment, then AWS's shared files.
package struct KeySearch: Sendable {
    private let environment: [String: String]
    private let read: @Sendable (_ path: String, _ mustBePrivate: Bool) -> KeyFile

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - read: Reads a file; a file that must be private is `exposed` where others may read it.
    package init(
        environment: [String: String],
        read: @escaping @Sendable (_ path: String, _ mustBePrivate: Bool) -> KeyFile
    ) {
        self.environment = environment.filter { !$0.value.isEmpty }
        self.read = read
    }

    // MARK: S3

    /// Returns the keys for S3.
    ///
    /// - Throws: `TransferFailure` with `noKey`.
    package func s3Keys(_ remote: RemoteDescription) throws(TransferFailure) -> AWSKeys {
        if let path = remote.credentials {
            let settings = try statedFile(at: path)
            guard let keys = Self.keys(in: settings.plain) else {
                throw TransferFailure(
                    .noKey,
                    "\(path) has no keys. It needs the lines aws_access_key_id = … and aws_secret_access_key = …."
                )
            }
            return keys
        }
        if let identifier = environment["AWS_ACCESS_KEY_ID"],
            let secret = environment["AWS_SECRET_ACCESS_KEY"]
        {
            let token = environment["AWS_SESSION_TOKEN"]
            return AWSKeys(identifier: identifier, secret: secret, sessionToken: token)
        }
        if case .text(let text) = credentialsFile,
            let keys = Self.keys(in: SettingsFile(text)[profile])
        {
            return keys
        }
        if let keys = Self.keys(in: profileSettings) { return keys }
        throw TransferFailure(
            .noKey,
            "No keys for \(remote.url) were found. Put them into a file of mode 0600 and name it, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE."
        )
    }

    /// The region that the environment or AWS's shared configuration states.
    package var region: String? {
        environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? profileSettings["region"]
    }

    /// The address of the service that the environment or AWS's shared configuration states.
    package var endpoint: String? {
        environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"]
            ?? profileSettings["endpoint_url"]
    }

    private static func keys(in settings: [String: String]) -> AWSKeys? {
        guard let identifier = settings["aws_access_key_id"], !identifier.isEmpty,
            let secret = settings["aws_secret_access_key"], !secret.isEmpty
        else { return nil }
        return AWSKeys(
            identifier: identifier,
            secret: secret,
            sessionToken: settings["aws_session_token"]
        )
    }

    private var profile: String { environment["AWS_PROFILE"] ?? "default" }

    private func sharedFile(variable: String, name: String) -> KeyFile {
        if let path = environment[variable] { return read(path, false) }
        guard let home = environment["HOME"] else { return .missing }
        return read("\(home)/.aws/\(name)", false)
    }

    private var credentialsFile: KeyFile {
        sharedFile(variable: "AWS_SHARED_CREDENTIALS_FILE", name: "credentials")
    }

    private var profileSettings: [String: String] {
        guard case .text(let text) = sharedFile(variable: "AWS_CONFIG_FILE", name: "config") else {
            return [:]
        }
        let file = SettingsFile(text)
        return profile == "default" ? file["default"] : file["profile \(profile)"]
    }

    // MARK: WebDAV

    /// Returns the keys for WebDAV.
    ///
    /// Without a stated file and without variables there are none.
    ///
    ///
    /// - Throws: `TransferFailure` with `noKey`, where a stated file is unsuitable.
    package func davKeys(_ remote: RemoteDescription) throws(TransferFailure) -> RemoteKeys {
        if let path = remote.credentials {
            let settings = try statedFile(at: path).plain
            guard let user = settings["user"], let password = settings["password"] else {
                throw TransferFailure(
                    .noKey,
                    "\(path) has no keys. It needs the lines user = … and password = …."
                )
            }
            return .password(user: user, password: password)
        }
        if let user = environment["PHOTOKIT_WEBDAV_USER"],
            let password = environment["PHOTOKIT_WEBDAV_PASSWORD"]
        {
            return .password(user: user, password: password)
        }
        return .none
    }

    private func statedFile(at path: String) throws(TransferFailure) -> SettingsFile {
        switch read(path, true) {
        case .text(let text): return SettingsFile(text)
        case .exposed:
            throw TransferFailure(
                .noKey,
                "Others than its owner can use the file \(path). Run: chmod 600 \(path), as its owner."
            )
        case .missing:
            throw TransferFailure(.noKey, "The file with the keys, \(path), is not there.")
        case .unreadable:
            throw TransferFailure(.noKey, "The file with the keys, \(path), cannot be read.")
        }
    }
}
