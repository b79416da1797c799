package io.graphkernel.processor.toolchain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel's C without what does not reach its code: the comments, and the names of a user's methods and variables. Kernels
 * that differ in nothing else have the same text, whatever class they are of.
 *
 * @param id names the text among all others: a part of its hash
 * @param text C whose functions are not static; the first line of it says the name of each
 * @param functions how many functions there are; {@link #symbol} names them
 */
record CanonicalKernel(String id, String text, int functions) {

    private static final int ID_LETTERS = 16;

    static CanonicalKernel of(KernelParts.Part part) {
        Scanner scanner = new Scanner(part.text(), part.functions());
        String body = scanner.scan();
        StringBuilder hashed = new StringBuilder(body);
        part.functions()
                .forEach(function -> hashed.append('\n').append(scanner.names.getOrDefault(function, function)));
        String id = new Digests().add(hashed.toString()).hexadecimal().substring(0, ID_LETTERS);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < part.functions().size(); i++) {
            String function = part.functions().get(i);
            text.append("#define ").append(scanner.names.getOrDefault(function, function));
            text.append(' ').append(symbol(id, i)).append('\n');
        }
        return new CanonicalKernel(
                id, text.append(body).toString(), part.functions().size());
    }

    /** The name of a function: a macro that adds the variant. */
    String symbol(int function) {
        return symbol(id, function);
    }

    private static String symbol(String id, int function) {
        return "GK_FUNCTION(" + id + "_" + function + ")";
    }

    /** Walks over the tokens of C. */
    private static final class Scanner {
        private final String text;
        private final List<String> functions;
        /** By the names in the text. No other name has an underscore after a k, so that none is hidden. */
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

        /** With its suffix, and with the sign of its exponent. */
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
            out.append(isUsers(word) ? names.computeIfAbsent(word, any -> "k_" + names.size()) : word);
        }

        /** Whether one of the kernel's functions is defined, of which {@code static} has been read. */
        private boolean definesFunction(int afterStatic) {
            int type = skipBlanks(afterStatic);
            if (!text.startsWith("void ", type)) {
                return false;
            }
            int name = skipBlanks(type + "void".length());
            return functions.stream().anyMatch(each -> text.startsWith(each + "(", name));
        }

        private int skipBlanks(int from) {
            int next = from;
            while (next < text.length() && text.charAt(next) == ' ') {
                next++;
            }
            return next;
        }

        /**
         * Whether a name was made from one of the user's: those have a prefix or a suffix with an underscore. What headers define
         * begins with gk, members of structures come after a dot or an arrow, the compiler's own words begin with an underscore.
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

        /** Lines that are left empty go. */
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
