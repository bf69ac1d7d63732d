import PhotosBase
import Testing
import TransferRules

/// Where keys are looked for.
struct KeySearchTests {
    private func search(
        _ environment: [String: String] = [:],
        _ files: [String: KeyFile] = [:]
    ) -> KeySearch {
        KeySearch(environment: environment) { path, _ in files[path] ?? .missing }
    }

    private func remote(_ credentials: String? = nil) -> RemoteDescription {
        var remote = RemoteDescription(url: "s3://b")
        remote.credentials = credentials
        return remote
    }

    private func code(_ body: () throws -> Void) -> RemoteFailureCode? {
        do { try body() } catch { return (error as? TransferFailure)?.code }
        return nil
    }

    private static let file = """
        # Keys
        aws_access_key_id = FILE
        aws_secret_access_key = a=b/c+
        """

    @Test func `the stated file comes before the environment, and that before AWS's files`() throws
    {
        let environment = ["AWS_ACCESS_KEY_ID": "ENV", "AWS_SECRET_ACCESS_KEY": "s", "HOME": "/h"]
        let files = [
            "/keys": KeyFile.text(Self.file),
            "/h/.aws/credentials": .text(
                "[default]\naws_access_key_id=SHARED\naws_secret_access_key=s\n[two]\naws_access_key_id=TWO\naws_secret_access_key=s\naws_session_token=t"
            ),
        ]
        let stated = try search(environment, files).s3Keys(remote("/keys"))
        #expect(stated.identifier == "FILE" && stated.secret == "a=b/c+")
        #expect(try search(environment, files).s3Keys(remote()).identifier == "ENV")
        #expect(try search(["HOME": "/h"], files).s3Keys(remote()).identifier == "SHARED")
        let two = try search(["HOME": "/h", "AWS_PROFILE": "two"], files).s3Keys(remote())
        #expect(two.identifier == "TWO" && two.sessionToken == "t")
        #expect(
            code { _ = try search(["HOME": "/h", "AWS_PROFILE": "three"], files).s3Keys(remote()) }
                == .noKey
        )
    }

    @Test func `region and endpoint come from the profile`() {
        let config = KeyFile.text(
            "[profile two]\nregion = eu-west-3\nendpoint_url = https://s3.example.org\ns3 =\n  region = nested"
        )
        let found = search(["AWS_CONFIG_FILE": "/c", "AWS_PROFILE": "two"], ["/c": config])
        #expect(found.region == "eu-west-3" && found.endpoint == "https://s3.example.org")
        #expect(search(["AWS_REGION": "a", "AWS_DEFAULT_REGION": "b"]).region == "a")
        #expect(search().region == nil && search().endpoint == nil)
    }

    @Test func `a file that others can read is refused, and no other keys are taken`() {
        let environment = ["AWS_ACCESS_KEY_ID": "ENV", "AWS_SECRET_ACCESS_KEY": "s"]
        for file in [KeyFile.exposed, .missing, .unreadable, .text("nothing")] {
            let found = search(environment, ["/keys": file])
            #expect(code { _ = try found.s3Keys(remote("/keys")) } == .noKey)
            #expect(code { _ = try found.davKeys(remote("/keys")) } == .noKey)
        }
    }

    @Test func `WebDAV works without keys`() throws {
        #expect(try search().davKeys(remote()) == .none)
        let environment = ["PHOTOKIT_WEBDAV_USER": "u", "PHOTOKIT_WEBDAV_PASSWORD": "p"]
        #expect(try search(environment).davKeys(remote()) == .password(user: "u", password: "p"))
        let file = ["/keys": KeyFile.text("[default]\nuser = me\npassword = a = b")]
        #expect(
            try search([:], file).davKeys(remote("/keys"))
                == .password(user: "me", password: "a = b")
        )
    }
}
