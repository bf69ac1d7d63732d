import PhotosBase
import Testing
import TransferRules

/// Addresses of remotes.
struct PlaceTests {
    private func place(
        _ url: String,
        endpoint: String? = nil,
        region: String? = nil,
        pathStyle: Bool? = nil
    ) throws -> S3Place {
        var remote = RemoteDescription(url: url)
        remote.endpoint = endpoint
        remote.region = region
        remote.pathStyle = pathStyle
        return try S3Place(remote, endpoint: nil, region: nil)
    }

    @Test func `Amazon's buckets are hosts, and buckets with dots are paths`() throws {
        let plain = try place("s3://photos/library one/", region: "eu-west-1")
        #expect(plain.origin == "https://photos.s3.eu-west-1.amazonaws.com")
        #expect(plain.requestPath(of: "a+b/ä.jpg") == "/library%20one/a%2Bb/%C3%A4.jpg")
        #expect(plain.requestPath(of: nil) == "/")
        let dotted = try place("s3://my.photos", region: "cn-north-1")
        #expect(dotted.origin == "https://s3.cn-north-1.amazonaws.com.cn")
        #expect(dotted.requestPath(of: "a") == "/my.photos/a")
    }

    @Test func `other services have buckets as paths unless stated`() throws {
        let path = try place("s3://b/p", endpoint: "http://127.0.0.1:9000")
        #expect(path.origin == "http://127.0.0.1:9000" && path.requestPath(of: "x") == "/b/p/x")
        #expect(path.region == "us-east-1")
        let host = try place("s3://b/p", endpoint: "https://s3.example.org", pathStyle: false)
        #expect(host.origin == "https://b.s3.example.org" && host.requestPath(of: "x") == "/p/x")
    }

    @Test(arguments: [
        "s3://", "s3:///p", "s3://b b", "s3://user:word@b", "s3://b/../p", "ftp://h/", "https://",
        "https://user:word@h/", "https://h/?a", "https://h:0/", "https://h:x/", "https://h/%zz",
        "https://h/a/../b",
    ])
    func `addresses of another form are refused`(_ url: String) {
        let remote = RemoteDescription(url: url)
        #expect(throws: TransferFailure.self) { try S3Place(remote, endpoint: nil, region: nil) }
        #expect(throws: TransferFailure.self) { try DAVPlace(remote) }
    }

    @Test func `folders of WebDAV have a slash at their end`() throws {
        let place = try DAVPlace(
            RemoteDescription(url: "https://Cloud.example.org:443/dav/My%20Photos/")
        )
        #expect(place.address.origin == "https://cloud.example.org")
        #expect(place.folderPath("") == "/dav/My%20Photos/")
        #expect(place.folderPath("originals/ab") == "/dav/My%20Photos/originals/ab/")
        #expect(place.requestPath(of: "a b") == "/dav/My%20Photos/a%20b")
        #expect(place.parentPath == "/dav/")
        #expect(try DAVPlace(RemoteDescription(url: "http://[::1]:80")).folderPath("") == "/")
    }

    @Test func `only this machine is reached without encryption`() throws {
        let keys = RemoteKeys.password(user: "u", password: "p")
        for text in [
            "http://localhost:1", "http://127.0.0.2", "http://[::1]:9", "https://example.org",
        ] {
            let address = try #require(WebAddress(text))
            #expect(throws: Never.self) {
                try ConnectionRules.checkEncryption(of: address, keys: keys, isAllowed: false)
            }
        }
        for text in ["http://example.org", "http://127.0.0.1.example.org", "http://192.168.1.2"] {
            let address = try #require(WebAddress(text))
            #expect(throws: TransferFailure.self) {
                try ConnectionRules.checkEncryption(of: address, keys: .none, isAllowed: false)
            }
            #expect(throws: Never.self) {
                try ConnectionRules.checkEncryption(of: address, keys: .none, isAllowed: true)
            }
            // A password never travels in the open.
            #expect(throws: TransferFailure.self) {
                try ConnectionRules.checkEncryption(of: address, keys: keys, isAllowed: true)
            }
        }
    }

    @Test func `the proxy of the environment serves encrypted addresses elsewhere`() throws {
        let environment = [
            "HTTPS_PROXY": "http://me:w%40rd@proxy:3128", "NO_PROXY": "a.org, .b.org",
        ]
        func proxy(_ text: String) throws -> ProxyAddress? {
            try ConnectionRules.proxy(for: #require(WebAddress(text)), environment: environment)
        }
        let found = try #require(try proxy("https://s3.example.org"))
        #expect(
            found.host == "proxy" && found.port == 3128 && found.user == "me"
                && found.password == "w@rd"
        )
        for text in [
            "https://a.org", "https://x.a.org", "https://x.b.org", "http://example.org",
            "https://localhost",
        ] {
            #expect(try proxy(text) == nil)
        }
        #expect(try proxy("https://aa.org") != nil)
        let address = try #require(WebAddress("https://example.org"))
        #expect(throws: TransferFailure.self) {
            try ConnectionRules.proxy(for: address, environment: ["HTTPS_PROXY": "socks://x"])
        }
    }
}
