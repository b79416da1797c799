/** Names of ops in other libraries, for messages and pages. */
package io.graphkernel.op.counterpart;
