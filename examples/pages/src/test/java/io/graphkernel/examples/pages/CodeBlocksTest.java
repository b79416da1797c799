package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import io.graphkernel.examples.pages.Page.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Tests of code blocks on pages. The comment in the line above a block names its check. {@code from} and a file: the
 * block is an excerpt of that file, except for blanks and line ends; dots stand for omissions. {@code fragment}: Java
 * without its surroundings, which can be parsed. {@code built by} and a test: that test creates a project from it.
 * Every block of Java has one.
 */
class CodeBlocksTest {

    private static final String FROM = "from ";
    private static final String BUILT_BY = "built by ";
    private static final String FRAGMENT = "fragment";

    @Test
    void everyBlockOfJava_isChecked() throws IOException {
        List<String> wrong = new ArrayList<>();
        int quotes = 0;
        for (Page page : Page.all()) {
            for (Block block : page.blocks()) {
                quotes += block.mark().startsWith(FROM) ? 1 : 0;
                String mistake = mistake(page.name(), block);
                if (!mistake.isEmpty()) {
                    wrong.add(page.name() + ":" + block.line() + ": " + mistake);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(quotes).isGreaterThan(15);
    }

    @Test
    void mistakes_areFound() {
        String here = "from examples/pages/src/test/java/io/graphkernel/examples/pages/CodeBlocksTest.java";
        assertThat(mistake("docs/a.md", new Block(1, here, "java", "class CodeBlocksTest\n { … \"built by \";")))
                .isEmpty();
        assertThat(mistake("docs/a.md", new Block(1, here, "java", "class Other" + "Test {")))
                .startsWith("not a part of");
        assertThat(mistake("docs/a.md", new Block(1, "", "java", "int x;"))).contains("says nothing");
        assertThat(mistake("docs/a.md", new Block(1, "", "sh", "ls"))).isEmpty();
        assertThat(mistake("docs/a.md", new Block(1, "fragment", "java", "x.y(a, …);\nint z = 1;")))
                .isEmpty();
        assertThat(mistake("docs/a.md", new Block(1, "fragment", "java", "@A static int f(int x) { … }")))
                .isEmpty();
        assertThat(mistake("docs/a.md", new Block(1, "fragment", "java", "int = 1;")))
                .startsWith("cannot be parsed");
        assertThat(mistake("docs/a.md", new Block(1, "from nowhere", "java", "int x;")))
                .contains("missing file");
        assertThat(mistake("docs/a.md", new Block(1, here.replace("from", "built by"), "java", "")))
                .isEqualTo(here.substring("from ".length()) + " does not read \"" + "a.md\"");
    }

    private static String mistake(String page, Block block) {
        String mark = block.mark();
        if (mark.startsWith(FROM)) {
            return mistakeOfQuote(block, mark.substring(FROM.length()));
        }
        if (mark.startsWith(BUILT_BY)) {
            return mistakeOfBuilt(page, mark.substring(BUILT_BY.length()));
        }
        if (!block.language().equals("java")) {
            return "";
        }
        return mark.equals(FRAGMENT) ? mistakeOfFragment(block.text()) : "says nothing about what checks it";
    }

    private static String mistakeOfQuote(Block block, String name) {
        Path file = Page.ROOT.resolve(name);
        if (!Files.exists(file)) {
            return "missing file " + name;
        }
        String quoted = Arrays.stream(withoutBlanks(block.text()).split("…"))
                .map(Pattern::quote)
                .collect(Collectors.joining("(?s:.*?)"));
        boolean found =
                Pattern.compile(quoted).matcher(withoutBlanks(text(file))).find();
        return found ? "" : "not a part of " + name;
    }

    /** A test that builds a page reads it by its name. */
    private static String mistakeOfBuilt(String page, String test) {
        Path file = Page.ROOT.resolve(test);
        String name = "\"" + page.substring(page.lastIndexOf('/') + 1) + "\"";
        return Files.exists(file) && text(file).contains(name) ? "" : test + " does not read " + name;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutBlanks(String text) {
        return text.replaceAll("\\s", "");
    }

    /** Members of a class or statements. */
    private static String mistakeOfFragment(String text) {
        String whole = text.replace("{ … }", "{}").replace("(…)", "(any)").replace("…", "any");
        String asMembers = mistakeOfClass("class Any {\n" + whole + "\n}");
        return asMembers.isEmpty()
                        || mistakeOfClass("class Any { void any() throws Exception {\n" + whole + "\n} }")
                                .isEmpty()
                ? ""
                : "cannot be parsed: " + asMembers;
    }

    private static String mistakeOfClass(String text) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        SimpleJavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Any.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                };
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, List.of("-proc:none"), null, List.of(source));
        try {
            task.parse();
        } catch (IOException e) {
            return e.toString();
        }
        return found.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .map(problem -> problem.getLineNumber() + ": " + problem.getMessage(null))
                .findFirst()
                .orElse("");
    }
}
