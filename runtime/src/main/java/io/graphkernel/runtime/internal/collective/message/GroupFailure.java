package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Failure of a group in the form that is sent to all ranks, which throw the same message.
 *
 * @param problem the problem
 * @param arguments arguments of its message
 * @param cause cause on this rank; null for none, or on another rank
 */
record GroupFailure(RuntimeProblem problem, List<Object> arguments, Throwable cause) {

    /** Returns an exception for a caller. */
    CommunicatorException exception() {
        return new CommunicatorException(cause, problem, arguments.toArray());
    }

    /** Returns the encoded failure; long strings are truncated to fit a maximum number of bytes. */
    byte[] encoded(int maxBytes) {
        // A character takes at most three bytes; the rest is for the name of the problem and the lengths of the
        // strings.
        int longest = (maxBytes - 100) / (3 * Math.max(1, arguments.size()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(problem.name());
            out.writeInt(arguments.size());
            for (Object argument : arguments) {
                String text = String.valueOf(argument);
                out.writeUTF(text.length() <= longest ? text : text.substring(0, longest));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Returns the decoded failure of another rank. */
    static GroupFailure decoded(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            RuntimeProblem problem = RuntimeProblem.valueOf(in.readUTF());
            List<Object> arguments = new ArrayList<>();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                arguments.add(in.readUTF());
            }
            return new GroupFailure(problem, arguments, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
