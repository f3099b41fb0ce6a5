<?php
/**
 * "Check the connection": asks Lintel and this site itself, and says what is wrong in words that lead to a mend.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The check.
 */
final class Lintel_Gate_Connection {
	const NONCE = 'lintel_gate_check';

	/** A proof is bound to the time; browsers and networks take a few seconds. */
	const CLOCK_SECONDS = 60;

	/**
	 * Prints the panel, with results if they were asked for.
	 */
	public static function panel(): void {
		echo '<h2>' . esc_html__( 'Check the connection', 'lintel-age-gate' ) . '</h2>';
		echo '<form method="post" action="' . esc_url( Lintel_Gate_Settings_Page::address() ) . '#lintel-gate-results">';
		wp_nonce_field( self::NONCE, self::NONCE );
		submit_button( __( 'Check now', 'lintel-age-gate' ), 'secondary', 'lintel_gate_check_now', false );
		echo '</form>';
		$nonce = isset( $_POST[ self::NONCE ] ) ? sanitize_key( wp_unslash( $_POST[ self::NONCE ] ) ) : '';
		if ( isset( $_POST['lintel_gate_check_now'] ) && wp_verify_nonce( $nonce, self::NONCE ) && current_user_can( 'manage_options' ) ) {
			self::show( array_merge( self::results(), self::leaks() ) );
		} elseif ( isset( $_GET['settings-updated'] ) && current_user_can( 'manage_options' ) ) {
			// After each change: what a visitor without proof gets now.
			self::show( self::leaks() );
		}
	}

	private static function leaks(): array {
		// Without curl there is no choice between IPv4 and IPv6, and WordPress would ask another way.
		return defined( 'CURL_IPRESOLVE_V6' ) ? Lintel_Gate_Leaks::results() : array();
	}

	private static function show( array $results ): void {
		echo '<ul id="lintel-gate-results" role="status" tabindex="-1">';
		foreach ( $results as $result ) {
			$words = array(
				'good'    => __( 'Good:', 'lintel-age-gate' ),
				'advice'  => __( 'Advice:', 'lintel-age-gate' ),
				'problem' => __( 'Problem:', 'lintel-age-gate' ),
			);
			printf( '<li data-result="%s"><strong>%s</strong> %s</li>', esc_attr( $result[0] . ' ' . $result[1] ), esc_html( $words[ $result[0] ] ), esc_html( $result[2] ) );
		}
		echo '</ul>';
	}

	/**
	 * All results: how it is ("good", "advice", "problem"), what was looked at, and a sentence.
	 *
	 * @return array<array{string, string, string}>
	 */
	public static function results(): array {
		$results = array( self::https(), self::permalinks() );
		if ( ! Lintel_Gate_Settings::is_ready() ) {
			$results[] = array( 'problem', 'settings', __( 'Lintel’s address, the site ID or the secret is missing. Fill them in above and save.', 'lintel-age-gate' ) );
			return $results;
		}
		$asked     = time();
		$response  = self::ask( '' );
		$results[] = self::reached( $response );
		if ( is_wp_error( $response ) || ! in_array( wp_remote_retrieve_response_code( $response ), array( 204, 401 ), true ) ) {
			return $results;
		}
		$clock     = self::clock( $response, $asked );
		$results[] = $clock;
		$results[] = self::host( $response );
		if ( 'good' === $clock[0] ) {
			$results[] = self::secret();
		}
		$results[] = self::forwarding();
		if ( defined( 'WP_CACHE' ) && WP_CACHE ) {
			$results[] = array( 'advice', 'cache', __( 'A page cache is on. Protected pages stay out of it. Empty it once after you change what is protected, if it does not notice by itself.', 'lintel-age-gate' ) );
		}
		return $results;
	}

	private static function https(): array {
		return 0 === strpos( Lintel_Gate_Settings::origin(), 'https://' )
			? array( 'good', 'https', __( 'The site uses https.', 'lintel-age-gate' ) )
			: array( 'problem', 'https', __( 'The site does not use https. Browsers only keep the proof on https. Get a certificate, then change both addresses under Settings → General.', 'lintel-age-gate' ) );
	}

	private static function permalinks(): array {
		if ( '' === (string) get_option( 'permalink_structure' ) ) {
			return array( 'problem', 'permalinks', __( 'Permalinks are set to Plain, so the address of the age check may not reach WordPress. Choose another structure under Settings → Permalinks.', 'lintel-age-gate' ) );
		}
		if ( '' !== trim( (string) wp_parse_url( home_url(), PHP_URL_PATH ), '/' ) ) {
			return array( 'advice', 'permalinks', __( 'WordPress is in a folder of this host. The addresses below /.well-known/lintel/ must lead to it, which takes a rule of your web server.', 'lintel-age-gate' ) );
		}
		return array( 'good', 'permalinks', __( 'Permalinks lead to WordPress.', 'lintel-age-gate' ) );
	}

	/**
	 * Asks Lintel's check.
	 *
	 * @param string $cookie A Cookie header, or empty.
	 * @return array|WP_Error
	 */
	private static function ask( string $cookie ) {
		$headers = '' === $cookie ? array() : array( 'Cookie' => $cookie );
		return wp_remote_get( Lintel_Gate_Settings::gate_address() . '/check?mode=status', array( 'timeout' => 10, 'redirection' => 0, 'headers' => $headers ) );
	}

	private static function reached( $response ): array {
		if ( is_wp_error( $response ) ) {
			/* translators: %s: what the network said. */
			return array( 'problem', 'reached', sprintf( __( 'Lintel does not answer at the address above: %s', 'lintel-age-gate' ), $response->get_error_message() ) );
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		if ( in_array( $status, array( 204, 401 ), true ) ) {
			return array( 'good', 'reached', __( 'Lintel answers.', 'lintel-age-gate' ) );
		}
		if ( 403 === $status ) {
			return array( 'problem', 'reached', __( 'Lintel does not know this site ID. Copy it again from the console.', 'lintel-age-gate' ) );
		}
		/* translators: %d: a status such as 503. */
		return array( 'problem', 'reached', sprintf( __( 'The address above answers with status %d. Is it Lintel’s, and is Lintel running?', 'lintel-age-gate' ), $status ) );
	}

	private static function clock( array $response, int $asked ): array {
		$theirs = strtotime( (string) wp_remote_retrieve_header( $response, 'date' ) );
		$off    = false === $theirs ? 0 : $asked - $theirs;
		return abs( $off ) <= self::CLOCK_SECONDS
			? array( 'good', 'clock', __( 'The clocks agree.', 'lintel-age-gate' ) )
			/* translators: %d: seconds. */
			: array( 'problem', 'clock', sprintf( __( 'The clock of this server is %d seconds away from Lintel’s. Set both by a time service (NTP).', 'lintel-age-gate' ), abs( $off ) ) );
	}

	private static function host( array $response ): array {
		$start = (string) wp_remote_retrieve_header( $response, 'lintel-gate' );
		$own   = Lintel_Gate_Settings::origin();
		return 0 === strpos( $start, $own . '/' )
			? array( 'good', 'host', __( 'Lintel knows this site by its address.', 'lintel-age-gate' ) )
			/* translators: %s: an address. */
			: array( 'problem', 'host', sprintf( __( 'In Lintel’s console this site has another address. It must be %s', 'lintel-age-gate' ), $own ) );
	}

	/** A proof made here is good there only if secret, host and age are the same on both sides. */
	private static function secret(): array {
		$gate     = Lintel_Gate_Settings::gate();
		$value    = Lintel_Gate_Cookie::make( $gate, Lintel_Gate_Settings::keys()[0], time() + 900 );
		$response = self::ask( Lintel_Gate_Cookie::name( $gate['threshold'] ) . '=' . $value );
		return 204 === (int) wp_remote_retrieve_response_code( $response )
			? array( 'good', 'secret', __( 'Secret and age are the same here and at Lintel.', 'lintel-age-gate' ) )
			: array( 'problem', 'secret', __( 'The secret or the age is not the one in Lintel’s console. If the secret is lost, make a new one there.', 'lintel-age-gate' ) );
	}

	private static function forwarding(): array {
		$start    = Lintel_Gate_Requests::start_address( '/' );
		$response = wp_remote_get( $start, array( 'timeout' => 10, 'redirection' => 0, 'headers' => array( 'Accept' => 'text/html' ) ) );
		if ( is_wp_error( $response ) ) {
			/* translators: %s: what the network said. */
			return array( 'advice', 'forwarding', sprintf( __( 'This server cannot open its own address, so the last step was not tried (%s). Open the site in a private window and start the age check.', 'lintel-age-gate' ), $response->get_error_message() ) );
		}
		return '' !== (string) wp_remote_retrieve_header( $response, 'lintel-forwarded-by' )
			? array( 'good', 'forwarding', __( 'The age check opens on this site.', 'lintel-age-gate' ) )
			/* translators: %s: an address. */
			: array( 'problem', 'forwarding', sprintf( __( 'Your web server does not let WordPress answer %s. Often a rule forbids paths that begin with a dot: allow /.well-known/.', 'lintel-age-gate' ), strtok( $start, '?' ) ) );
	}
}
