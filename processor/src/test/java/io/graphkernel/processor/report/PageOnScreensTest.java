package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the page on a screen, on a phone, in dark mode, by keys alone and with a profile, if there is a Chromium. */
@Tag("slow")
@Tag("process")
class PageOnScreensTest {

    private static final String NET = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.Tensor;

            final class Net {
                record Both(Tensor pre, Tensor out) {}

                @GraphKernel
                static Tensor scores(@TensorType("f32[b, h, s, d]") Tensor q, @TensorType("f32[b, h, t, d]") Tensor k) {
                    return softmax(mul(batchMatMul(q, k, false, true), 0.125f));
                }

                @GraphKernel
                static Tensor dense(
                        @TensorType("f32[n, k]") Tensor x, @TensorType("f32[k, m]") Tensor w, @TensorType("f32[m]") Tensor bias) {
                    return geLU(add(matMul(x, w), bias));
                }

                @GraphKernel
                static Both both(@TensorType("f32[n, k]") Tensor x, @TensorType("f32[k, m]") Tensor w) {
                    Tensor pre = matMul(x, w);
                    return new Both(pre, geLU(pre));
                }

                @GraphKernel
                static Tensor step(@TensorType("f32[n, 64 * h]") Tensor x, @TensorType("f32[64 * h, 64 * h]") Tensor w) {
                    Tensor y = x;
                    for (int layer = 0; layer < 40; layer++) {
                        y = softmax(matMul(y, w));
                    }
                    return y;
                }
            }
            """;

    /** A trace of the runtime, truncated where the process ended. */
    private static final String TRACE = """
            [
            {"name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": {"name": "GraphKernel"}},
            {"name": "both_1", "ph": "X", "pid": 1, "tid": 1, "cat": "cpu", "ts": 1.000, "dur": 100.000, "args": \
            {"class": "demo.Net", "method": "both", "device": "cpu", "bytes": 2097152}},
            {"name": "both_1", "ph": "X", "pid": 1, "tid": 1, "cat": "cpu", "ts": 200.000, "dur": 200.000, "args": \
            {"class": "demo.Net", "method": "both", "device": "cpu", "bytes": 2097152}},
            {"name": "both_1_finish", "ph": "X", "pid": 1, "tid": 1, "cat": "cpu", "ts": 400.000, "dur": 100.000, "args": \
            {"class": "demo.Net", "method": "both", "device": "cpu", "bytes": 0}},
            {"name": "MatMul", "ph": "X", "pid": 1, "tid": 1, "cat": "cpu", "ts": 600.000, "dur": 50.000, "args": \
            {"class": "", "method": "both", "device": "cpu", "bytes": 3145728}},
            {"name": "Ma""";

    private static final String RECORDING = """
            {"recording": {"events": [{"type": "io.graphkernel.KernelLaunch", "values": {
              "duration": "PT0.0003S", "owner": "demo.Net", "method": "both", "kernel": "both_1", "bytes": 2097152, "deviceTime": "PT0.0001S"}},
              {"type": "jdk.CPULoad", "values": {}}]}}""";

    /** Texts with a contrast below 4.5 by WCAG 2, each with its colors. */
    private static final String FAINT = """
            (() => {
              const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
              const rgb = (color, below) => {
                if (below) { pen.fillStyle = `rgb(${below})`; pen.fillRect(0, 0, 1, 1); } else pen.clearRect(0, 0, 1, 1);
                pen.fillStyle = color; pen.fillRect(0, 0, 1, 1);
                return [...pen.getImageData(0, 0, 1, 1).data];
              };
              const background = shape => {
                for (let each = shape; each; each = each.parentElement) {
                  const box = each !== shape || each.tagName !== 'text' ? null : each.parentElement.querySelector('rect');
                  const color = box ? getComputedStyle(box).fill : getComputedStyle(each).backgroundColor;
                  const found = rgb(color);
                  if (found[3] === 255) return found.slice(0, 3);
                }
                return [255, 255, 255];
              };
              const light = color => color.slice(0, 3).map(part => part / 255)
                .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              const faint = new Set();
              while (walker.nextNode()) {
                const shape = walker.currentNode.parentElement;
                if (!walker.currentNode.textContent.trim() || shape.closest('script, style, title, :disabled, [aria-hidden=true]')
                  || !shape.checkVisibility() || shape.getBoundingClientRect().width === 0) continue;
                const back = background(shape);
                const style = getComputedStyle(shape);
                const front = rgb(shape instanceof SVGElement ? style.fill : style.color, back);
                const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
                if ((a + 0.05) / (b + 0.05) < 4.5) {
                  faint.add(walker.currentNode.textContent.trim().slice(0, 20) + ' ' + front.slice(0, 3) + ' on ' + back);
                }
              }
              return [...faint].join('; ');
            })()""";

    /** Elements wider than the window, without scrollable ones. */
    private static final String TOO_WIDE = """
            document.documentElement.scrollWidth <= innerWidth ? '' : [...document.querySelectorAll('body *')]
              .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
              .map(each => each.tagName + '.' + each.className).join(' ')""";

    @TempDir
    private Path directory;

    private Browser browser;

    @BeforeEach
    void openPage() throws IOException {
        Optional<Path> program = Browser.installed();
        assumeTrue(program.isPresent(), "no Chromium is on the path: the page is not checked");
        Path report = directory.resolve("report");
        assertThat(new UserCompilation(directory)
                        .processor(new GraphKernelProcessor())
                        .option("-Agraphkernel.reportDir=" + report)
                        .option("-Agraphkernel.targets=jvm")
                        .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                        .compile("Net.java", NET)
                        .success())
                .isTrue();
        browser = new Browser(
                program.get(), Files.createDirectory(directory.resolve("browser")), report.resolve(ModuleReport.PAGE));
        browser.until("!!document.getElementById('summary')?.textContent");
    }

    @AfterEach
    void closePage() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void page_isReadAndUsedOnEveryScreen() throws IOException {
        fitsItsScreen();
        foldsLongListsOnPhones();
        hasContrast();
        isUsedByKeys();
        keepsSizes();
        saysWhatTheUserWrote();
        joinsProfiles();
        assertThat(browser.evaluate("errors.join('; ')")).isEmpty();
    }

    private void fitsItsScreen() {
        for (int width : List.of(1280, 1920, 768, 390, 360)) {
            browser.resize(width, 800);
            for (String method : List.of("scores", "dense", "both")) {
                browser.evaluate("location.hash = 'demo.Net/" + method + "'");
                browser.until("document.title.startsWith('" + method + "')");
                assertThat(browser.evaluate(TOO_WIDE))
                        .as("%s at %s", method, width)
                        .isEmpty();
            }
            browser.evaluate("document.getElementById('show-costs').click()");
            assertThat(browser.evaluate(TOO_WIDE)).as("costs at %s", width).isEmpty();
            browser.evaluate("document.getElementById('costs').close()");
        }
        browser.resize(1280, 800);
    }

    private void foldsLongListsOnPhones() {
        String edges =
                "[...document.querySelectorAll('#unfused button')].filter(each => each.checkVisibility()).length";
        String button = "document.querySelector('[aria-controls=unfused]')";
        browser.evaluate("location.hash = 'demo.Net/step'");
        browser.until("document.title.startsWith('step')");
        assertThat(Integer.parseInt(browser.evaluate(edges))).isGreaterThan(60);
        assertThat(browser.evaluate(button + ".checkVisibility()")).isEqualTo("false");
        browser.resize(390, 844);
        int total = Integer.parseInt(browser.evaluate("document.querySelectorAll('#unfused button').length"));
        assertThat(browser.evaluate(edges)).isEqualTo("3");
        assertThat(browser.evaluate(button + ".textContent")).isEqualTo("Show " + total);
        assertThat(browser.evaluate(TOO_WIDE)).isEmpty();
        int height = Integer.parseInt(browser.evaluate("document.documentElement.scrollHeight"));
        assertThat(height).isLessThan(4000);
        browser.evaluate(button + ".click()");
        assertThat(browser.evaluate(edges)).isEqualTo(String.valueOf(total));
        assertThat(browser.evaluate(button + ".getAttribute('aria-expanded')")).isEqualTo("true");
        assertThat(Integer.parseInt(browser.evaluate("document.documentElement.scrollHeight")))
                .isLessThan(height + 844);
        browser.evaluate(button + ".click()");
        assertThat(browser.evaluate(edges)).isEqualTo("3");
        for (int edge = 0; edge < 5; edge++) {
            browser.press("u", "u");
        }
        assertThat(browser.evaluate("document.querySelector('#unfused [aria-pressed=true]').checkVisibility()"))
                .isEqualTo("true");
        browser.resize(1280, 800);
        browser.evaluate("location.hash = 'demo.Net/both'");
        browser.until("document.title.startsWith('both')");
    }

    private void hasContrast() {
        for (String theme : List.of("light", "dark")) {
            browser.evaluate("document.documentElement.dataset.theme = '" + theme + "'");
            assertThat(browser.evaluate(FAINT)).as(theme).isEmpty();
            browser.evaluate("document.getElementById('show-costs').click()");
            assertThat(browser.evaluate(FAINT)).as("costs, " + theme).isEmpty();
            browser.evaluate("document.getElementById('costs').close()");
        }
    }

    private void isUsedByKeys() {
        browser.press("Tab", "");
        assertThat(browser.evaluate("document.activeElement.className")).isEqualTo("skip");
        browser.press("ArrowUp", "");
        browser.until("document.title.startsWith('dense')");
        browser.press("ArrowDown", "");
        browser.press("u", "u");
        assertThat(browser.evaluate("document.querySelector('#unfused [aria-pressed=true]').textContent"))
                .contains("pre");
        browser.press("c", "c");
        assertThat(browser.evaluate("document.getElementById('costs').open")).isEqualTo("true");
        browser.press("c", "c");
        assertThat(browser.evaluate("document.getElementById('costs').open")).isEqualTo("false");
        browser.press("/", "/");
        assertThat(browser.evaluate("document.activeElement.id")).isEqualTo("search");
        browser.press("Escape", "");
    }

    private void keepsSizes() {
        browser.evaluate("location.hash = 'demo.Net/scores'");
        browser.until("document.title.startsWith('scores')");
        String values = "[...document.querySelectorAll('#sizes input')].map(each => each.value).join(' ')";
        assertThat(browser.evaluate(values)).isEqualTo("8 64 12 64 64 20 100 1");
        String basis = "document.getElementById('figures-sizes').textContent";
        assertThat(browser.evaluate(basis))
                .isEqualTo("Figures of a call, for b = 8, d = 64, h = 12, s = 64, t = 64, which are defaults");
        browser.evaluate("""
                const heads = document.querySelector("#sizes [aria-label='size h']");
                heads.value = 16;
                heads.dispatchEvent(new Event('input'));
                location.reload()""");
        browser.until("document.querySelector('#sizes input')?.value === '8' && " + values + ".startsWith('8 64 16')");
        assertThat(browser.evaluate(values)).isEqualTo("8 64 16 64 64 20 100 1");
        assertThat(browser.evaluate(basis))
                .isEqualTo("Figures of a call, for b = 8, d = 64, h = 16, s = 64, t = 64, entered or defaults");
        for (String dialog : List.of("costs", "totals")) {
            browser.evaluate("document.getElementById('show-" + dialog + "').click()");
            assertThat(browser.evaluate("document.getElementById('" + dialog + "').textContent"))
                    .contains("for b = 8, d = 64, h = 16, s = 64, t = 64, entered or defaults");
            browser.evaluate("document.getElementById('" + dialog + "').close()");
        }
    }

    private void saysWhatTheUserWrote() {
        String counts = "[...document.querySelectorAll('#methods .count')].map(each => each.textContent).join(', ')";
        assertThat(browser.evaluate(counts)).startsWith("3 → 2, 3 → 1, 2 → 2, ");
        browser.evaluate("location.hash = 'demo.Net/both'");
        browser.until("document.title.startsWith('both')");
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('#unfused button')].map(each => each.innerText).join('|')"))
                .isEqualTo("""
                        pre (MatMul) → out (GeLU): Mul
                        Net.java:23 Tensor pre = matMul(x, w);
                        Net.java:24 return new Both(pre, geLU(pre));
                        16.0 KiB in between
                        MatMul 'pre' is also a result, and a library call stores only the value after its epilogue.
                        Do not return it unless the caller needs it: the library can then fuse the ops that follow.""");
    }

    private void joinsProfiles() throws IOException {
        String times =
                "[...document.querySelectorAll('#costs-table tbody tr')].map(row => row.children[5].textContent).join('; ')";
        browser.evaluate("document.getElementById('show-costs').click()");
        browser.choose("profile", Files.writeString(directory.resolve("trace.json"), TRACE));
        browser.until("document.getElementById('profiled').textContent.startsWith('4 launches in trace.json')");
        assertThat(browser.evaluate(times)).isEqualTo("50.0 µs, 62.9 GB/s; 200 µs, 10.5 GB/s; 250 µs");
        browser.choose("profile", Files.writeString(directory.resolve("run.json"), RECORDING));
        browser.until("document.getElementById('profiled').textContent.startsWith('1 launch in run.json')");
        assertThat(browser.evaluate(times)).isEqualTo("–; 100 µs, 21.0 GB/s; 100 µs");
        browser.choose("profile", Files.writeString(directory.resolve("wrong.json"), "{}"));
        browser.until("document.getElementById('profiled').textContent.startsWith('wrong.json is neither')");
        assertThat(browser.evaluate(times)).isEqualTo("–; –; –");
        browser.evaluate("document.getElementById('costs').close()");
    }
}
