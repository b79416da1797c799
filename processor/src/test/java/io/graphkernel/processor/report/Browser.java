package io.graphkernel.processor.report;

import static io.graphkernel.processor.report.JsonReader.object;

import io.graphkernel.common.json.JsonWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page in a headless Chromium of this machine, driven by the DevTools protocol. */
final class Browser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "google-chrome");
    private static final Pattern ADDRESS = Pattern.compile("\"webSocketDebuggerUrl\": *\"([^\"]*/page/[^\"]*)\"");
    private static final int MAX_SECONDS = 60;

    private final Process process;
    private final Path output;
    private final WebSocket socket;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private int calls;

    /**
     * Opens a page.
     *
     * @param program program found by {@link #installed}
     * @param directory directory for the files of the browser
     */
    Browser(Path program, Path directory, Path page) throws IOException {
        output = directory.resolve("output.txt");
        // The sandbox does not support the user root, and the page is trusted.
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + directory,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            Path port = directory.resolve("DevToolsActivePort");
            String number = await(() -> lines(port).findFirst());
            URI tabs = URI.create("http://127.0.0.1:" + number + "/json/list");
            URI address = URI.create(await(() -> address(tabs)));
            socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(address, new Listener())
                    .join();
            call("Page.enable", parameters -> {});
            call("Page.addScriptToEvaluateOnNewDocument", parameters -> parameters.member("source", """
                            window.errors = [];
                            addEventListener('error', event => errors.push(event.message));
                            addEventListener('unhandledrejection', event => errors.push(String(event.reason)));"""));
            call(
                    "Page.navigate",
                    parameters -> parameters.member("url", page.toUri().toString()));
        } catch (RuntimeException e) {
            end();
            throw e;
        }
    }

    /** Returns the browser of the property {@code report.browser} or on the path. */
    static Optional<Path> installed() {
        Stream<Path> onPath = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)));
        return Stream.concat(
                        Stream.ofNullable(System.getProperty("report.browser")).map(Path::of), onPath)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns the string value of a JavaScript expression, or an empty string. */
    String evaluate(String expression) {
        Object value = evaluation(expression, true).get("value");
        return value == null ? "" : value.toString();
    }

    /** Waits until an expression is true. */
    void until(String expression) {
        await(() -> Optional.of(evaluate(expression)).filter("true"::equals));
    }

    /** Resizes the window, in CSS pixels. */
    void resize(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                parameters -> parameters
                        .member("width", width)
                        .member("height", height)
                        .member("deviceScaleFactor", 1)
                        .member("mobile", false));
    }

    /**
     * Presses and releases a key.
     *
     * @param key name of the key
     * @param letter its character, or empty
     */
    void press(String key, String letter) {
        call("Input.dispatchKeyEvent", parameters -> {
            parameters.member("type", "keyDown").member("key", key).member("code", key);
            if (key.equals("Tab")) {
                parameters.member("windowsVirtualKeyCode", 9);
            }
            if (!letter.isEmpty()) {
                parameters.member("text", letter);
            }
        });
        call(
                "Input.dispatchKeyEvent",
                parameters ->
                        parameters.member("type", "keyUp").member("key", key).member("code", key));
    }

    /** Selects a file in the file input of an id. */
    void choose(String id, Path file) {
        Object input =
                evaluation("document.getElementById('" + id + "')", false).get("objectId");
        call(
                "DOM.setFileInputFiles",
                parameters -> parameters
                        .member("objectId", input.toString())
                        .name("files")
                        .array()
                        .value(file.toString())
                        .endArray());
    }

    private Map<String, Object> evaluation(String expression, boolean byValue) {
        Map<String, Object> answer = call(
                "Runtime.evaluate",
                parameters -> parameters.member("expression", expression).member("returnByValue", byValue));
        if (answer.containsKey("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
        }
        return object(answer.get("result"));
    }

    @FunctionalInterface
    private interface Parameters {
        void write(JsonWriter json);
    }

    private Map<String, Object> call(String method, Parameters parameters) {
        calls++;
        JsonWriter json = new JsonWriter().object().member("id", calls).member("method", method);
        parameters.write(json.name("params").object());
        socket.sendText(json.endObject().endObject().toString(), true).join();
        String begin = "{\"id\":" + calls + ",";
        String answer = await(() -> Optional.ofNullable(answers.poll()).filter(message -> message.startsWith(begin)));
        Map<String, Object> result = object(JsonReader.read(answer));
        if (!result.containsKey("result")) {
            throw new IllegalStateException(method + ": " + answer);
        }
        return object(result.get("result"));
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> address(URI tabs) {
        try {
            Matcher matcher = ADDRESS.matcher(HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(tabs).build(), HttpResponse.BodyHandlers.ofString())
                    .body());
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String await(Supplier<Optional<String>> found) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
        while (process.isAlive() && System.nanoTime() < end) {
            Optional<String> value = found.get();
            if (value.isPresent()) {
                return value.get();
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        String state = process.isAlive() ? "has not answered for " + MAX_SECONDS + " seconds" : "has ended";
        throw new IllegalStateException(
                "the browser " + state + "\n" + lines(output).collect(Collectors.joining("\n")));
    }

    @Override
    public void close() {
        socket.abort();
        end();
    }

    /** Waits for its processes, which write to their directory until they end. */
    private void end() {
        List<ProcessHandle> processes = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(message -> message.onExit().join());
    }

    /** Listener for complete messages of the browser. */
    private final class Listener implements WebSocket.Listener {

        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            message.append(text);
            if (last) {
                answers.add(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
