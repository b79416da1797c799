package io.graphkernel.processor.toolchain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Canonical C source of a kernel, without comments and user-defined names. Kernels that differ only in these have the
 * same text, in any class. Within a class, {@link io.graphkernel.processor.schedule.KernelTable} merges equal kernels
 * before their source is emitted.
 *
 * @param id unique identifier of the text, a prefix of its hash
 * @param text C source with non-static functions, whose names are in the first line
 * @param functions number of functions, see {@link #symbol}
 */
record CanonicalKernel(String id, String text, int functions) {

    private static final int ID_LETTERS = 16;

    static CanonicalKernel of(SourcePartition.Part slice) {
        Scanner scanner = new Scanner(slice.text(), slice.functions());
        String body = scanner.scan();
        StringBuilder hashed = new StringBuilder(body);
        slice.functions()
                .forEach(function -> hashed.append('\n').append(scanner.names.getOrDefault(function, function)));
        String id = new Digests().add(hashed.toString()).hexadecimal().substring(0, ID_LETTERS);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < slice.functions().size(); i++) {
            String function = slice.functions().get(i);
            text.append("#define ").append(scanner.names.getOrDefault(function, function));
            text.append(' ').append(symbol(id, i)).append('\n');
        }
        return new CanonicalKernel(
                id, text.append(body).toString(), slice.functions().size());
    }

    /** Returns the name of a function: a macro that appends the variant. */
    String symbol(int function) {
        return symbol(id, function);
    }

    private static String symbol(String id, int function) {
        return "GK_FUNCTION(" + id + "_" + function + ")";
    }

    /** Scanner of C tokens. */
    private static final class Scanner {
        private final String text;
        private final List<String> functions;
        /** Canonical names by original name. No other name starts with k and an underscore, so that none is hidden. */
        private final Map<String, String> names = new LinkedHashMap<>();

        private final StringBuilder out = new StringBuilder();
        private int at;

        Scanner(String text, List<String> functions) {
            this.text = text;
            this.functions = functions;
        }

        String scan() {
            while (at < text.length()) {
                char letter = text.charAt(at);
                if (text.startsWith("/*", at)) {
                    at = end(text.indexOf("*/", at + 2), 2);
                } else if (text.startsWith("//", at)) {
                    at = end(text.indexOf('\n', at), 0);
                } else if (letter == '"' || letter == '\'') {
                    copyLiteral(letter);
                } else if (isDigit(letter)) {
                    copyNumber();
                } else if (isWordPart(letter)) {
                    copyWord();
                } else {
                    copyOther(letter);
                }
            }
            copyOther('\n');
            return out.toString();
        }

        private int end(int found, int length) {
            return found < 0 ? text.length() : found + length;
        }

        private void copyLiteral(char quote) {
            int end = at + 1;
            while (end < text.length() && text.charAt(end) != quote) {
                end += text.charAt(end) == '\\' ? 2 : 1;
            }
            copyTo(Math.min(end + 1, text.length()));
        }

        /** Copies a number with its suffix and the sign of its exponent. */
        private void copyNumber() {
            int end = at + 1;
            while (end < text.length()) {
                char letter = text.charAt(end);
                boolean sign = (letter == '+' || letter == '-') && "eEpP".indexOf(text.charAt(end - 1)) >= 0;
                if (!sign && letter != '.' && !isWordPart(letter)) {
                    break;
                }
                end++;
            }
            copyTo(end);
        }

        private void copyWord() {
            int end = at;
            while (end < text.length() && isWordPart(text.charAt(end))) {
                end++;
            }
            String word = text.substring(at, end);
            if (word.equals("static") && definesFunction(end)) {
                // The table of the class is in another object.
                at = skipBlanks(end);
                return;
            }
            at = end;
            out.append(isUsers(word) ? names.computeIfAbsent(word, key -> "k_" + names.size()) : word);
        }

        /** Returns true if the token {@code static} starts the definition of one of the kernel's functions. */
        private boolean definesFunction(int afterStatic) {
            int type = skipBlanks(afterStatic);
            if (!text.startsWith("void ", type)) {
                return false;
            }
            int name = skipBlanks(type + "void".length());
            return functions.stream().anyMatch(function -> text.startsWith(function + "(", name));
        }

        private int skipBlanks(int from) {
            int next = from;
            while (next < text.length() && text.charAt(next) == ' ') {
                next++;
            }
            return next;
        }

        /**
         * Returns true if a name derives from a user-defined one, which has a prefix or suffix with an underscore.
         * Names in headers start with gk, structure members follow a dot or arrow, and compiler keywords start with an
         * underscore.
         */
        private boolean isUsers(String word) {
            if (functions.contains(word)) {
                return true;
            }
            boolean others = word.startsWith("gk_") || word.startsWith("GK_") || word.charAt(0) == '_';
            return !others && word.indexOf('_') > 0 && !isMember();
        }

        private boolean isMember() {
            int last = out.length() - 1;
            return last >= 0
                    && (out.charAt(last) == '.' || last > 0 && out.charAt(last) == '>' && out.charAt(last - 1) == '-');
        }

        /** Copies other characters, without empty lines. */
        private void copyOther(char letter) {
            at++;
            if (letter != '\n') {
                out.append(letter);
                return;
            }
            while (out.length() > 0 && out.charAt(out.length() - 1) == ' ') {
                out.setLength(out.length() - 1);
            }
            if (out.length() > 0 && out.charAt(out.length() - 1) != '\n') {
                out.append('\n');
            }
        }

        private void copyTo(int end) {
            out.append(text, at, end);
            at = end;
        }

        private static boolean isDigit(char letter) {
            return letter >= '0' && letter <= '9';
        }

        private static boolean isWordPart(char letter) {
            return letter >= 'a' && letter <= 'z'
                    || letter >= 'A' && letter <= 'Z'
                    || isDigit(letter)
                    || letter == '_'
                    || letter == '$';
        }
    }
}
