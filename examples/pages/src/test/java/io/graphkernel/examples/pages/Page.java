package io.graphkernel.examples.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page in Markdown: its anchors, its links, and its blocks of code. */
record Page(Path file, Set<String> anchors, List<Link> links, List<Block> blocks) {

    static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** Folders that are not of the project. */
    private static final Set<String> SKIPPED = Set.of(".git", ".idea", ".vscode", "shared", "node_modules");

    private static final Pattern FENCE = Pattern.compile("\\s*```(\\w*)\\s*");
    private static final Pattern MARK = Pattern.compile("\\s*<!-- (.*) -->");
    private static final Pattern HEADING = Pattern.compile("#{1,6} (.*)");
    private static final Pattern ID = Pattern.compile("<a id=\"([^\"]*)\">");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    /** A link of a page. */
    record Link(int line, String target) {}

    /** A block of code; the mark is the comment in the line above it, or is empty. */
    record Block(int line, String mark, String language, String text) {}

    /** Every page of the project. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean built = directory.endsWith("target") && Files.exists(directory.resolveSibling("pom.xml"));
                return built || SKIPPED.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    pages.add(read(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages;
    }

    static Page read(Path file) {
        try {
            return of(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page of(Path file, String text) {
        Page page = new Page(file, new LinkedHashSet<>(), new ArrayList<>(), new ArrayList<>());
        Map<String, Integer> headings = new HashMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int first = i + 1;
                do {
                    i++;
                } while (i < lines.size() && !lines.get(i).strip().equals("```"));
                Matcher mark = MARK.matcher(first < 2 ? "" : lines.get(first - 2));
                String code = String.join("\n", lines.subList(first, Math.min(i, lines.size())));
                page.blocks.add(new Block(first, mark.matches() ? mark.group(1) : "", fence.group(1), code));
            } else {
                page.readLine(i + 1, lines.get(i), headings);
            }
        }
        return page;
    }

    private void readLine(int number, String line, Map<String, Integer> headings) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
            String anchor = anchor(heading.group(1));
            int before = headings.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        ID.matcher(line).results().forEach(id -> anchors.add(id.group(1)));
        LINK.matcher(CODE.matcher(line).replaceAll("code"))
                .results()
                .forEach(link -> links.add(new Link(number, link.group(1))));
    }

    /** Returns GitHub's anchor: letters, digits, hyphens and underscores in lower case, a hyphen for a blank. */
    private static String anchor(String heading) {
        String words = heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
        return words.strip().replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
    }

    /** The name of the page in the project. */
    String name() {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }
}
