#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdio>
#include <fstream>

#include "web/fake_source.h"
#include "web/server.h"
#include "web/test_client.h"

namespace hadal::web {
namespace server_http_test {

std::string unzipped(const std::string& bytes) {
  std::string out(1 << 20, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

struct TextFile {
  explicit TextFile(const std::string& content) {
    path = testing::TempDir() + "web_" + std::to_string(getpid()) + "_" + std::to_string(++count);
    std::ofstream(path, std::ios::binary) << content;
  }
  ~TextFile() { std::remove(path.c_str()); }
  std::string path;
  static inline int count = 0;
};

ServerOptions any_port() {
  ServerOptions options;
  options.port = 0;
  options.ask_token = false;
  return options;
}

std::string long_text() {
  std::string text = "{\"links\":[";
  for (int i = 0; i < 2000; ++i) text += "\"rov/hull\",";
  return text + "0]}";
}

TEST(ServerHttp, ServesThePageAndDocuments) {
  const TextFile page("<!doctype html><p>viewer");
  FakeSource source;
  source.documents["scene.json"] = {
      "application/json", std::make_shared<const std::vector<uint8_t>>(bytes_from(long_text()))};
  source.documents["scene.glb"] = {
      "model/gltf-binary", std::make_shared<const std::vector<uint8_t>>(bytes_from(long_text()))};
  ServerOptions options = any_port();
  options.page_path = page.path;
  Server server(&source, options);
  TestClient client(server.port());

  auto answer = client.get("/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "<!doctype html><p>viewer");
  EXPECT_EQ(answer.field("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(answer.field("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(answer.field("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(answer.field("Cache-Control"), "no-cache");
  EXPECT_NE(answer.field("Content-Security-Policy").find("default-src 'self'"), std::string::npos);

  // All on the same connection.
  answer = client.get("/scene.json?x=1");
  EXPECT_EQ(answer.body, long_text());
  EXPECT_EQ(answer.field("Content-Type"), "application/json");
  EXPECT_EQ(answer.field("Content-Encoding"), "");
  const std::string tag = answer.field("ETag");

  answer = client.get("/scene.json", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(answer.field("Content-Encoding"), "gzip");
  EXPECT_EQ(answer.field("Vary"), "Accept-Encoding");
  EXPECT_LT(answer.body.size(), long_text().size() / 10);
  EXPECT_EQ(unzipped(answer.body), long_text());

  answer = client.get("/scene.glb", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(answer.field("Content-Encoding"), "");
  EXPECT_EQ(answer.body, long_text());

  answer = client.get("/scene.json", "If-None-Match: " + tag + "\r\n");
  EXPECT_EQ(answer.status, 304);

  answer = client.request("HEAD", "/scene.json");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.field("Content-Length"), std::to_string(long_text().size()));
  EXPECT_EQ(client.get("/status.json").body.substr(0, 14), "{\"mode\":\"live\"");
}

TEST(ServerHttp, SaysHowToBuildAMissingPage) {
  ServerOptions options = any_port();
  options.page_path = "no/such/page.html";
  Server server(nullptr, options);
  const auto answer = TestClient(server.port()).get("/");
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.body.find("npm run build"), std::string::npos);
}

TEST(ServerHttp, ShowsAPageThatWasBuiltMeanwhile) {
  const TextFile page("one");
  ServerOptions options = any_port();
  options.page_path = page.path;
  Server server(nullptr, options);
  TestClient client(server.port());
  EXPECT_EQ(client.get("/").body, "one");
  EXPECT_TRUE(eventually([&] {  // file systems count time in steps
    std::ofstream(page.path, std::ios::binary) << "another";
    return client.get("/").body == "another";
  }));
}

TEST(ServerHttp, ServesALogInRanges) {
  std::string content;
  for (int i = 0; i < 200'000; ++i) content += std::to_string(i) + ",";
  const TextFile log(content);
  ServerOptions options = any_port();
  options.log_path = log.path;
  Server server(nullptr, options);
  TestClient client(server.port());

  auto answer = client.get("/log.mcap");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.body == content);
  EXPECT_EQ(answer.field("Accept-Ranges"), "bytes");
  const std::string tag = answer.field("ETag");

  answer = client.get("/log.mcap", "Range: bytes=1000-600999\r\n");
  EXPECT_EQ(answer.status, 206);
  EXPECT_TRUE(answer.body == content.substr(1000, 600'000));
  EXPECT_EQ(answer.field("Content-Range"), "bytes 1000-600999/" + std::to_string(content.size()));

  answer = client.get("/log.mcap", "Range: bytes=-5\r\nIf-Range: " + tag + "\r\n");
  EXPECT_EQ(answer.body, content.substr(content.size() - 5));
  answer = client.get("/log.mcap", "Range: bytes=-5\r\nIf-Range: \"other\"\r\n");
  EXPECT_EQ(answer.body.size(), content.size());
  answer = client.get("/log.mcap", "Range: bytes=99999999-\r\n");
  EXPECT_EQ(answer.status, 416);
  EXPECT_EQ(answer.field("Content-Range"), "bytes */" + std::to_string(content.size()));
  answer = client.request("HEAD", "/log.mcap", "Range: bytes=0-9\r\n");
  EXPECT_EQ(answer.status, 206);
  EXPECT_EQ(answer.field("Content-Length"), "10");

  EXPECT_EQ(client.get("/status.json").body.substr(0, 13), "{\"mode\":\"log\"");
  EXPECT_EQ(client.upgrade().status, 404);
}

TEST(ServerHttp, RefusesWhatItDoesNotKnow) {
  FakeSource source;
  Server server(&source, any_port());
  const auto status = [&](const std::string& method, const std::string& target,
                          const std::string& fields = "", const std::string& host = "own") {
    return TestClient(server.port()).request(method, target, fields, host).status;
  };
  EXPECT_EQ(status("GET", "/nothing"), 404);
  EXPECT_EQ(status("GET", "/log.mcap"), 404);
  EXPECT_EQ(status("POST", "/"), 405);
  EXPECT_EQ(status("DELETE", "/"), 405);
  EXPECT_EQ(status("GET", "http://localhost/"), 400);
  EXPECT_EQ(status("GET", "*"), 400);
  EXPECT_EQ(status("G@T", "/"), 400);
  EXPECT_EQ(status("GET", "/", "broken line\r\n"), 400);
  EXPECT_EQ(status("GET", "/", "", ""), 400);  // no Host
  EXPECT_EQ(status("GET", "/", "Content-Length: 10\r\n"), 413);
  EXPECT_EQ(status("GET", "/", "Content-Length: 99999999999999999999\r\n"), 400);
  EXPECT_EQ(status("GET", "/", "X: " + std::string(20'000, 'x') + "\r\n"), 431);
  EXPECT_EQ(status("GET", "/" + std::string(20'000, 'x')), 431);
  EXPECT_EQ(status("GET", "/"), 200);
}

TEST(ServerHttp, NoPathReachesTheFileSystem) {
  FakeSource source;
  ServerOptions options = any_port();
  options.page_path = "README.md";  // of the working folder, that of the sources
  Server server(&source, options);
  TestClient client(server.port());
  for (const char* target :
       {"/../README.md", "/..%2fREADME.md", "/%2e%2e/README.md", "/README.md", "//etc/passwd",
        "/etc/passwd", "/./", "/%00", "/.git/config", "/scene.json/../../x", "/..\\x"})
    EXPECT_EQ(client.get(target).status, 404) << target;
}

TEST(ServerHttp, RefusesForeignPagesAndNames) {
  FakeSource source;
  ServerOptions options = any_port();
  options.origins = {"http://localhost:5173"};
  Server server(&source, options);
  TestClient client(server.port());
  EXPECT_EQ(client.get("/status.json", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(client.request("GET", "/status.json", "", "evil.example").status, 403);
  const auto listed = client.get("/status.json", "Origin: http://localhost:5173\r\n");
  EXPECT_EQ(listed.status, 200);
  EXPECT_EQ(listed.field("Access-Control-Allow-Origin"), "http://localhost:5173");
  EXPECT_EQ(client.upgrade("foxglove.sdk.v1", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(server.statistics().requests_refused, 3u);
  const std::string own = "Origin: http://127.0.0.1:" + std::to_string(server.port()) + "\r\n";
  EXPECT_EQ(client.upgrade("foxglove.sdk.v1", own).status, 101);
}

// Everything needs the token, and whoever has it gets in.
void expect_token_asked(const Server& server) {
  const std::string token = server.token();
  EXPECT_EQ(token.size(), 32u);
  EXPECT_TRUE(server.url().ends_with("/?token=" + token)) << server.url();
  EXPECT_TRUE(server.websocket_url().starts_with("ws://")) << server.websocket_url();
  EXPECT_TRUE(server.websocket_url().ends_with("/?token=" + token)) << server.websocket_url();
  TestClient client(server.port());
  for (const char* target : {"/", "/status.json", "/scene.json", "/?token=0123", "/nothing"})
    EXPECT_EQ(client.get(target).status, 401) << target;
  EXPECT_EQ(client.upgrade().status, 401);
  EXPECT_EQ(client.get("/status.json?token=" + token).status, 200);
  EXPECT_EQ(client.get("/status.json", "Authorization: Bearer " + token + "\r\n").status, 200);
  EXPECT_EQ(client.upgrade("foxglove.sdk.v1", "", "/?token=" + token).status, 101);
}

TEST(ServerHttp, OtherUsersOfTheMachineNeedTheToken) {
  FakeSource source;
  ServerOptions options = any_port();
  options.ask_token = true;
  const Server server(&source, options);
  expect_token_asked(server);
}

TEST(ServerHttp, BeyondLoopbackEverythingNeedsTheToken) {
  FakeSource source;
  ServerOptions options = any_port();
  options.address = "0.0.0.0";
  EXPECT_THROW(Server(&source, options), std::runtime_error);  // without one
  options.ask_token = true;
  const Server server(&source, options);
  expect_token_asked(server);
  TestClient client(server.port());
  EXPECT_EQ(client.request("GET", "/?token=" + server.token(), "", "sub.example:1").status, 200);
}

TEST(ServerHttp, WithoutATokenTheAddressHasNone) {
  const Server server(nullptr, any_port());
  EXPECT_EQ(server.token(), "");
  EXPECT_EQ(server.url(), "http://127.0.0.1:" + std::to_string(server.port()) + "/");
}

TEST(ServerHttp, SaysWhenTheAddressCannotBeHad) {
  Server first(nullptr, any_port());
  ServerOptions options;
  options.port = first.port();
  try {
    Server second(nullptr, options);
    FAIL();
  } catch (const std::runtime_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("is in use"), std::string::npos);
  }
  options.address = "192.0.2.1";  // kept for documentation: nobody has it
  EXPECT_THROW(Server(nullptr, options), std::runtime_error);
  options.address = "somewhere";
  EXPECT_THROW(Server(nullptr, options), std::runtime_error);
}

TEST(ServerHttp, SlowRequestsAreCutOff) {
  ServerOptions options = any_port();
  options.request_limit_s = 0.3;
  Server server(nullptr, options);
  TestClient client(server.port());
  client.send_raw("GET / HTTP/1.1\r\nHost: ");
  EXPECT_TRUE(client.ended());
  EXPECT_TRUE(eventually([&] { return server.statistics().connections == 0; }));
}

TEST(ServerHttp, BoundsConnectionsAndClients) {
  FakeSource source;
  ServerOptions options = any_port();
  options.max_clients = 2;
  Server server(&source, options);
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 2; ++i) {
    clients.push_back(std::make_unique<TestClient>(server.port()));
    EXPECT_EQ(clients.back()->upgrade().status, 101);
  }
  EXPECT_EQ(TestClient(server.port()).upgrade().status, 503);
  for (int i = 0; i < 40; ++i) clients.push_back(std::make_unique<TestClient>(server.port()));
  EXPECT_TRUE(eventually([&] { return server.statistics().connections_refused > 0; }));
  EXPECT_LE(server.statistics().connections, 2 * 2 + 32u);
}

}  // namespace server_http_test
}  // namespace hadal::web
