package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of the text form of a {@link Dim}: sums, products, {@code floorDiv}, {@code min} and {@code max}. */
final class DimParser {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([0-9]{1,19})|([A-Za-z_][A-Za-z_0-9]*(?:\\.[A-Za-z_0-9]+)*(?:\\.\\.\\.)?)|([-+*(),]))\\s*");

    /** Maximum nesting of parentheses and signs, which bounds the recursion depth. */
    private static final int MAX_NESTING = 64;

    private final Matcher matcher;
    private final String text;
    private int position;
    private int depth;
    /** The next token; null at the end. */
    private String token;

    private DimParser(String text) {
        this.text = text;
        this.matcher = TOKEN.matcher(text);
        advance();
    }

    /** Parses a dim; empty if the text is malformed. */
    static Optional<Dim> parse(String text) {
        try {
            DimParser parser = new DimParser(text);
            Dim dim = parser.sum();
            return parser.token == null ? Optional.of(dim) : Optional.empty();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Parses a comma-separated list of dims; empty if one of them is malformed. */
    static Optional<List<Dim>> parseList(String text) {
        List<Dim> dims = new ArrayList<>();
        int from = 0;
        int depth = 0;
        for (int i = 0; i <= text.length(); i++) {
            char current = i == text.length() ? ',' : text.charAt(i);
            depth += current == '(' ? 1 : current == ')' ? -1 : 0;
            if (current == ',' && (depth == 0 || i == text.length())) {
                Optional<Dim> dim = parse(text.substring(from, i));
                if (dim.isEmpty()) {
                    return Optional.empty();
                }
                dims.add(dim.get());
                from = i + 1;
            }
        }
        return Optional.of(List.copyOf(dims));
    }

    private Dim sum() {
        Dim result = product();
        while ("+".equals(token) || "-".equals(token)) {
            boolean minus = token.equals("-");
            advance();
            Dim next = product();
            result = minus ? result.minus(next) : result.plus(next);
        }
        return result;
    }

    private Dim product() {
        Dim result = factor();
        while ("*".equals(token)) {
            advance();
            result = result.times(factor());
        }
        return result;
    }

    private Dim factor() {
        if (++depth > MAX_NESTING) {
            throw new IllegalArgumentException(text);
        }
        Dim factor = unnested();
        depth--;
        return factor;
    }

    private Dim unnested() {
        String current = token;
        if (current == null) {
            throw new IllegalArgumentException(text);
        }
        advance();
        if (current.equals("-") && token != null && Character.isDigit(token.charAt(0))) {
            // Parsed with its sign: the negation of the smallest long overflows.
            String digits = token;
            advance();
            return Dim.of(Long.parseLong("-" + digits));
        }
        if (current.equals("-")) {
            return Dim.ZERO.minus(factor());
        }
        if (current.equals("(")) {
            Dim inside = sum();
            expect(")");
            return inside;
        }
        if (Character.isDigit(current.charAt(0))) {
            return Dim.of(Long.parseLong(current));
        }
        if (!Character.isJavaIdentifierStart(current.charAt(0))) {
            throw new IllegalArgumentException(text);
        }
        return "(".equals(token) ? call(current) : new Dim.Symbol(current);
    }

    private Dim call(String function) {
        expect("(");
        Dim first = sum();
        expect(",");
        Dim second = sum();
        expect(")");
        return switch (function) {
            case DimExpression.FLOOR_DIV -> {
                if (second.equals(Dim.ZERO)) {
                    throw new IllegalArgumentException(text);
                }
                yield first.floorDiv(second);
            }
            case DimExpression.MIN -> first.min(second);
            case DimExpression.MAX -> first.max(second);
            default -> throw new IllegalArgumentException(text);
        };
    }

    private void expect(String expected) {
        if (!expected.equals(token)) {
            throw new IllegalArgumentException(text);
        }
        advance();
    }

    private void advance() {
        if (position == text.length()) {
            token = null;
            return;
        }
        if (!matcher.region(position, text.length()).lookingAt()) {
            throw new IllegalArgumentException(text);
        }
        position = matcher.end();
        token = matcher.group().strip();
    }
}
