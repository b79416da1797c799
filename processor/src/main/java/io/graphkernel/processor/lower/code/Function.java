package io.graphkernel.processor.lower.code;

import java.util.List;

/**
 * A function of a kernel, which the runtime launches.
 *
 * @param name unique in its class, a C and Java identifier
 * @param exchanged how many values each thread of a group exchanges with others at a time; 0 for none
 * @param body what it does
 */
public record Function(String name, int exchanged, List<Statement> body) {

    public Function {
        body = List.copyOf(body);
    }
}
