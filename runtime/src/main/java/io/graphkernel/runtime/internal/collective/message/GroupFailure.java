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
 * Why a group does not go on, as one rank tells the others: all throw the same message.
 *
 * @param problem the problem
 * @param arguments what its message names
 * @param cause what happened on this rank; null for nothing, or on another rank
 */
record GroupFailure(RuntimeProblem problem, List<Object> arguments, Throwable cause) {

    /** The exception of a caller. */
    CommunicatorException exception() {
        return new CommunicatorException(cause, problem, arguments.toArray());
    }

    /** As bytes; long texts are cut so that there are no more than so many. */
    byte[] encoded(int most) {
        // A character takes three bytes at most, and the name of the problem and the lengths of the texts some more.
        int longest = (most - 100) / (3 * Math.max(1, arguments.size()));
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

    /** What another rank has encoded. */
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
